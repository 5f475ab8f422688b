// Draws with three.js what the C side says, and knows where a pointer points.
/* global THREE */
import { arrowGeometry, colour, makeLooks, terrainMesh } from './shapes.js';

const MOST = { bodies: 128, marks: 1024, lines: 512, triangles: 16384, vertices: 8192 };
const RING = 12; // vertices of a ring of a tube, as in web.c
const TUBES = 3;
const LINES = { colour: '#ffb347', opacity: 0.45, radius: 0.04 };
const CABLE_COLOURS = ['#2c6fbb', '#2a8f6b', '#7b5ab5'];

function mix(a, b, t) {
    return new THREE.Color(a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t);
}

// A copy of the geometry for each: three.js takes two that share one for the same instances.
function instanced(geometry, material, most) {
    const mesh = new THREE.InstancedMesh(geometry.clone(), material, most);
    mesh.frustumCulled = false; // its bounds are those of one instance
    mesh.count = 0;
    mesh.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
    mesh.customDepthMaterial =
        new THREE.MeshDepthMaterial({ depthPacking: THREE.RGBADepthPacking });
    return mesh;
}

export class Stage {
    constructor(canvas, engine) {
        this.canvas = canvas;
        this.engine = engine;
        this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
        this.renderer.gammaOutput = true;
        this.renderer.gammaFactor = 2.2;
        this.renderer.shadowMap.enabled = true;
        this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
        this.world = new THREE.Scene();
        this.camera = new THREE.PerspectiveCamera(42, 1, 0.1, 300);
        this.camera.up.set(0, 0, 1);
        this.caster = new THREE.Raycaster();
        this.target = new THREE.Vector3();
        this.addLights();
        this.looks = makeLooks(engine);
        this.meshes = engine.looks.map(() => null);
        this.addMarks();
        this.addTriangles();
        this.addTubes();
        this.grounds = {};
    }

    // The mesh of a look, made when it is first drawn.
    meshOf(number) {
        if (!this.meshes[number]) {
            const [geometry, material, shadow] = this.looks[this.engine.looks[number]]();
            const mesh = instanced(geometry, material, MOST.bodies);
            mesh.castShadow = shadow;
            mesh.receiveShadow = !material.transparent;
            this.world.add(mesh);
            this.meshes[number] = mesh;
        }
        return this.meshes[number];
    }

    addLights() {
        this.world.add(new THREE.HemisphereLight(0xe4efff, 0x8a7c68, 1.0));
        this.sun = new THREE.DirectionalLight(0xfff1dc, 1.3);
        this.sun.castShadow = true;
        this.sun.shadow.mapSize.set(2048, 2048);
        this.sun.shadow.bias = -0.0006;
        this.world.add(this.sun, this.sun.target);
    }

    addMarks() {
        const blue = new THREE.MeshBasicMaterial({ color: colour('#1f6fff'), transparent: true });
        const yellow = new THREE.MeshBasicMaterial({ color: colour('#ffc400'), transparent: true });
        const trail = new THREE.MeshBasicMaterial({ transparent: true, depthWrite: false });
        this.points = instanced(new THREE.SphereBufferGeometry(1, 16, 12), blue, MOST.marks);
        this.points.renderOrder = 2;
        this.arrows = instanced(arrowGeometry(0.06), yellow, MOST.marks);
        this.arrows.renderOrder = 1;
        this.lines = instanced(
            new THREE.CylinderBufferGeometry(1, 1, 1, 8).rotateX(Math.PI / 2), trail,
            MOST.lines);
        this.world.add(this.points, this.arrows, this.lines);
    }

    addTriangles() {
        const geometry = new THREE.BufferGeometry();
        this.corners = new THREE.BufferAttribute(new Float32Array(9 * MOST.triangles), 3);
        geometry.setAttribute('position', this.corners.setUsage(THREE.DynamicDrawUsage));
        this.triangles = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({
            color: colour('#ff6a1a'), side: THREE.DoubleSide, polygonOffset: true,
            polygonOffsetFactor: -2, polygonOffsetUnits: -2,
        }));
        this.triangles.frustumCulled = false;
        this.world.add(this.triangles);
    }

    addTubes() {
        const geometry = new THREE.BufferGeometry();
        this.tubeNumbers = new THREE.InterleavedBuffer(new Float32Array(7 * MOST.vertices), 7);
        this.tubeNumbers.setUsage(THREE.DynamicDrawUsage);
        const part = (size, offset) =>
            new THREE.InterleavedBufferAttribute(this.tubeNumbers, size, offset);
        geometry.setAttribute('position', part(3, 0));
        geometry.setAttribute('normal', part(3, 3));
        this.tubeColours = new THREE.BufferAttribute(new Float32Array(3 * MOST.vertices), 3);
        geometry.setAttribute('color', this.tubeColours.setUsage(THREE.DynamicDrawUsage));
        this.tubes = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial({
            vertexColors: THREE.VertexColors, roughness: 0.45, side: THREE.DoubleSide,
        }));
        this.tubes.frustumCulled = false;
        this.tubes.castShadow = true;
        this.cableColours = CABLE_COLOURS.map(colour);
        this.inside = colour('#e2342b');
        this.world.add(this.tubes);
    }

    makeVolcano() {
        const { columns, rows } = this.engine.volcano;
        const heights = this.engine.heights(this.engine.scenes.indexOf('robot'), columns * rows);
        const grass = colour('#8fb862'), dry = colour('#dcc683'), rock = colour('#8d7260');
        return this.addGround(terrainMesh(heights, columns, rows, 1, [0, 0], (z, up) => {
            const high = mix(grass, dry, Math.min(1, Math.max(0, (z - 2) / 7)));
            return mix(high, rock, Math.min(1, Math.max(0, (0.93 - up) * 6)));
        }));
    }

    makeHills() {
        const size = 25, sand = colour('#c3b591'), moss = colour('#93a374');
        const heights = this.engine.heights(this.engine.scenes.indexOf('cables'), size * size);
        return this.addGround(terrainMesh(heights, size, size, 0.5, [-6, -6],
            (z) => mix(sand, moss, Math.min(1, Math.max(0, z + 0.2)))));
    }

    addGround(mesh) {
        this.world.add(mesh);
        return mesh;
    }

    // To be called when the scene has been started.
    show(scene) {
        if (scene.ground === 'volcano')
            this.grounds.volcano ??= this.makeVolcano();
        else if (scene.ground === 'hills')
            this.grounds.hills ??= this.makeHills();
        for (const [name, ground] of Object.entries(this.grounds))
            ground.visible = name === scene.ground;
        this.scene = scene;
        const { colour: hex, opacity, radius } = scene.lines || LINES;
        this.lines.material.color = colour(hex);
        this.lines.material.opacity = opacity;
        this.lines.material.depthTest = !scene.lines?.over;
        this.lineRadius = radius;
        this.points.material.depthTest = !scene.marks.through;
        this.arrows.material.depthTest = !scene.marks.over;
        this.view = { ...scene.camera };
        this.target.set(...scene.camera.target);
        this.jump = true;
        const shadow = this.sun.shadow.camera, reach = scene.shadow;
        shadow.left = shadow.bottom = -reach;
        shadow.right = shadow.top = reach;
        shadow.near = 1;
        shadow.far = 80;
        shadow.updateProjectionMatrix();
    }

    turn(yaw, pitch) {
        this.view.yaw += yaw;
        this.view.pitch = Math.min(1.5, Math.max(0.03, this.view.pitch + pitch));
    }

    zoom(factor) {
        const normal = this.scene.camera.distance;
        this.view.distance =
            Math.min(3 * normal, Math.max(0.3 * normal, this.view.distance * factor));
    }

    resize() {
        const { clientWidth: width, clientHeight: height } = this.canvas;
        const ratio = Math.min(window.devicePixelRatio || 1, 2);
        if (width === 0 || height === 0)
            return;
        if (this.width !== width || this.height !== height || this.ratio !== ratio) {
            Object.assign(this, { width, height, ratio });
            this.renderer.setPixelRatio(ratio);
            this.renderer.setSize(width, height, false);
            this.camera.aspect = width / height;
            this.camera.updateProjectionMatrix();
        }
    }

    // Round the target; with a body to follow, behind it.
    placeCamera(drawn) {
        const { yaw, pitch, follow, target } = this.view;
        const wide = Math.max(1, 1.15 / this.camera.aspect); // stand back on narrow screens
        const distance = this.view.distance * (follow === undefined ? wide : Math.sqrt(wide));
        let heading = 0;
        if (follow !== undefined) {
            const m = drawn.bodies.subarray(17 * follow + 1);
            const aim = new THREE.Vector3(m[12], m[13], m[14]);
            const goal = Math.atan2(m[1], m[0]);
            const change = Math.atan2(Math.sin(goal - this.heading), Math.cos(goal - this.heading));
            this.heading = this.jump ? goal : this.heading + 0.04 * change;
            aim.add(new THREE.Vector3(...target));
            this.target.lerp(aim, this.jump ? 1 : 0.25);
            heading = this.heading;
            this.jump = false;
        }
        const flat = distance * Math.cos(pitch);
        this.camera.position.set(
            this.target.x + flat * Math.cos(heading + yaw),
            this.target.y + flat * Math.sin(heading + yaw),
            this.target.z + distance * Math.sin(pitch));
        this.camera.lookAt(this.target);
        this.sun.target.position.copy(this.target);
        this.sun.position.copy(this.target).add(new THREE.Vector3(-14, -10, 26));
    }

    ray(x, y) {
        const box = this.canvas.getBoundingClientRect();
        const at = new THREE.Vector2(2 * (x - box.left) / box.width - 1,
            1 - 2 * (y - box.top) / box.height);
        this.caster.setFromCamera(at, this.camera);
        const { origin, direction } = this.caster.ray;
        return [...origin.toArray(), ...direction.toArray()];
    }

    // Where a point is on the canvas, in pixels from its top left; nothing if it is behind.
    place(point) {
        const at = new THREE.Vector3(...point).project(this.camera);
        if (at.z > 1)
            return null;
        return [(at.x + 1) / 2 * this.canvas.clientWidth,
            (1 - at.y) / 2 * this.canvas.clientHeight];
    }

    forward() {
        return this.camera.getWorldDirection(new THREE.Vector3()).toArray();
    }

    right() {
        return new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0).toArray();
    }

    draw(drawn) {
        this.resize();
        this.drawBodies(drawn);
        this.drawMarks(drawn.marks);
        this.drawLines(drawn.lines);
        this.corners.array.set(drawn.triangles);
        this.corners.updateRange.count = drawn.triangles.length;
        this.corners.needsUpdate = true;
        this.triangles.geometry.setDrawRange(0, drawn.triangles.length / 3);
        this.drawTubes(drawn.vertices);
        this.placeCamera(drawn);
        this.renderer.render(this.world, this.camera);
    }

    drawBodies({ bodyCount, looks, bodies }) {
        const made = () => this.meshes.filter((mesh) => mesh);
        for (const mesh of made())
            mesh.count = 0;
        for (let i = 0; i < bodyCount; ++i) {
            const mesh = this.meshOf(looks[17 * i]);
            if (mesh.count === MOST.bodies)
                continue;
            const matrix = bodies.subarray(17 * i + 1, 17 * i + 17);
            mesh.instanceMatrix.array.set(matrix, 16 * mesh.count++);
            mesh.instanceMatrix.needsUpdate = true;
        }
        for (const mesh of made())
            mesh.visible = mesh.count > 0;
    }

    drawMarks(marks) {
        const { point, length } = this.scene.marks;
        const up = new THREE.Vector3(0, 0, 1), normal = new THREE.Vector3();
        const matrix = new THREE.Matrix4(), place = new THREE.Vector3();
        const turned = new THREE.Quaternion(), size = new THREE.Vector3();
        const count = Math.min(MOST.marks, marks.length / 8);
        for (let i = 0; i < count; ++i) {
            const strength = marks[8 * i + 7];
            place.fromArray(marks, 8 * i);
            normal.fromArray(marks, 8 * i + 3);
            size.setScalar(point * strength);
            matrix.compose(place, turned.set(0, 0, 0, 1), size);
            matrix.toArray(this.points.instanceMatrix.array, 16 * i);
            size.setScalar(length * strength);
            matrix.compose(place, turned.setFromUnitVectors(up, normal), size);
            matrix.toArray(this.arrows.instanceMatrix.array, 16 * i);
        }
        for (const mesh of [this.points, this.arrows]) {
            mesh.count = count;
            mesh.visible = count > 0;
            mesh.instanceMatrix.needsUpdate = true;
        }
    }

    drawLines(lines) {
        const from = new THREE.Vector3(), to = new THREE.Vector3(), size = new THREE.Vector3();
        const up = new THREE.Vector3(0, 0, 1), turned = new THREE.Quaternion();
        const matrix = new THREE.Matrix4(), count = lines.length / 7;
        for (let i = 0; i < count; ++i) {
            from.fromArray(lines, 7 * i);
            to.fromArray(lines, 7 * i + 3).sub(from);
            from.addScaledVector(to, 0.5);
            size.set(this.lineRadius, this.lineRadius, to.length());
            turned.setFromUnitVectors(up, to.normalize());
            matrix.compose(from, turned, size);
            matrix.toArray(this.lines.instanceMatrix.array, 16 * i);
        }
        this.lines.count = count;
        this.lines.visible = count > 0;
        this.lines.instanceMatrix.needsUpdate = true;
    }

    drawTubes(numbers) {
        const count = numbers.length / 7, each = count / TUBES;
        this.tubes.visible = count > 0;
        if (count === 0)
            return;
        if (!this.tubes.geometry.index)
            this.indexTubes(each / RING);
        this.tubeNumbers.array.set(numbers);
        this.tubeNumbers.needsUpdate = true;
        for (let i = 0; i < count; ++i) {
            const inside = numbers[7 * i + 6] > 0;
            const { r, g, b } = inside ? this.inside : this.cableColours[Math.floor(i / each)];
            this.tubeColours.setXYZ(i, r, g, b);
        }
        this.tubeColours.needsUpdate = true;
    }

    indexTubes(rings) {
        const index = [];
        for (let tube = 0; tube < TUBES; ++tube)
            for (let i = 0; i + 1 < rings; ++i)
                for (let j = 0; j < RING; ++j) {
                    const a = (tube * rings + i) * RING + j;
                    const b = (tube * rings + i) * RING + ((j + 1) % RING);
                    index.push(a, b, a + RING, b, b + RING, a + RING);
                }
        this.tubes.geometry.setIndex(index);
    }
}
