// Geometries and materials: one pair for each look that web.c names.
/* global THREE */

export function colour(hex) {
    return new THREE.Color(hex).convertSRGBToLinear();
}

// Parts of one colour each become one geometry: [geometry, hex, position, rotation].
function merge(parts) {
    const positions = [], normals = [], colours = [];
    for (const [geometry, hex, position = [0, 0, 0], rotation = [0, 0, 0]] of parts) {
        const part = geometry.index ? geometry.toNonIndexed() : geometry;
        const turn = new THREE.Matrix4().makeRotationFromEuler(new THREE.Euler(...rotation));
        part.applyMatrix(turn.setPosition(new THREE.Vector3(...position)));
        positions.push(...part.attributes.position.array);
        normals.push(...part.attributes.normal.array);
        const { r, g, b } = colour(hex);
        for (let i = 0; i < part.attributes.position.count; ++i)
            colours.push(r, g, b);
    }
    const all = new THREE.BufferGeometry();
    all.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
    all.setAttribute('normal', new THREE.Float32BufferAttribute(normals, 3));
    all.setAttribute('color', new THREE.Float32BufferAttribute(colours, 3));
    return all;
}

const box = (x, y, z) => new THREE.BoxBufferGeometry(x, y, z);
const tube = (radius, length, sides = 24, top = radius) =>
    new THREE.CylinderBufferGeometry(top, radius, length, sides);

function robotGeometry() {
    const body = '#e8e4da', dark = '#39424f', orange = '#f0822d';
    return merge([
        [box(1.15, 0.5, 0.2), orange, [0, 0, 0.06]],
        [box(0.7, 0.56, 0.04), dark, [-0.05, 0, 0.18]],
        [box(0.55, 0.44, 0.2), body, [-0.12, 0, 0.28]],
        [box(0.02, 0.36, 0.1), '#7fc4e8', [0.16, 0, 0.3]],
        [box(1.0, 0.78, 0.06), dark, [0, 0, -0.06]],
        [tube(0.02, 0.42, 12), dark, [-0.3, 0.12, 0.58], [Math.PI / 2, 0, 0]],
        [box(0.1, 0.24, 0.1), body, [-0.28, 0.12, 0.8]],
        [tube(0.035, 0.02, 12), '#101418', [-0.22, 0.19, 0.8], [0, 0, Math.PI / 2]],
        [tube(0.035, 0.02, 12), '#101418', [-0.22, 0.05, 0.8], [0, 0, Math.PI / 2]],
        [box(0.03, 0.1, 0.06), '#fff2b0', [0.58, 0.16, 0.08]],
        [box(0.03, 0.1, 0.06), '#fff2b0', [0.58, -0.16, 0.08]],
        [box(0.3, 0.08, 0.05), dark, [-0.68, 0, -0.06]],
    ]);
}

function trolleyGeometry() {
    const dark = '#39424f';
    return merge([
        [box(0.75, 0.06, 0.05), dark, [-0.35, 0, 0]],
        [box(0.95, 0.6, 0.06), '#3e7d5a', [-1.15, 0, 0.1]],
        [box(0.95, 0.03, 0.14), '#3e7d5a', [-1.15, 0.29, 0.18]],
        [box(0.95, 0.03, 0.14), '#3e7d5a', [-1.15, -0.29, 0.18]],
        [box(0.03, 0.6, 0.14), '#3e7d5a', [-1.61, 0, 0.18]],
        [box(0.06, 0.76, 0.06), dark, [-1.2, 0, -0.05]],
        [tube(0.2, 0.5), '#c8552d', [-1.35, 0, 0.33]],
        [tube(0.205, 0.03), dark, [-1.35, 0.14, 0.33]],
        [tube(0.205, 0.03), dark, [-1.35, -0.14, 0.33]],
        [box(0.34, 0.46, 0.26), '#d9b36c', [-0.9, 0, 0.26]],
    ]);
}

// Of diameter and width 1, its axis along y: the cylinder that the queries know, and spokes.
function wheelGeometry() {
    const parts = [
        [tube(0.5, 1, 40), '#23282f'],
        [tube(0.3, 1.02, 24), '#c9ced6'],
        [tube(0.09, 1.1, 16), '#f0822d'],
    ];
    for (let i = 0; i < 5; ++i)
        parts.push([box(0.52, 1.05, 0.07), '#5b6573', [0, 0, 0], [0, (i * Math.PI) / 5, 0]]);
    return merge(parts);
}

// Of a mesh from C: smooth, or with its edges.
function meshGeometry({ positions, indices }, smooth) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
    geometry.setIndex(new THREE.BufferAttribute(indices, 1));
    const shown = smooth ? geometry : geometry.toNonIndexed();
    shown.computeVertexNormals();
    return shown;
}

const solid = (hex, more = {}) =>
    new THREE.MeshStandardMaterial({ color: colour(hex), roughness: 0.6, ...more });
const glass = (hex, opacity) => solid(hex, {
    transparent: true, opacity, depthWrite: false, roughness: 0.1, side: THREE.DoubleSide,
});
const painted = () =>
    new THREE.MeshStandardMaterial({ vertexColors: THREE.VertexColors, roughness: 0.7 });

// look: [geometry, material, whether it casts a shadow]
// engine.mesh has the meshes that C knows. Each look is made when it is first drawn.
export function makeLooks(engine) {
    const cube = box(1, 1, 1), wheel = wheelGeometry();
    const pot = (hex) => [meshGeometry(engine.mesh('teapot'), true), solid(hex, china), true];
    const mesh = (look, hex) => [meshGeometry(engine.mesh(look), false),
        solid(hex, { side: THREE.DoubleSide }), true];
    const ball = new THREE.SphereBufferGeometry(0.5, 40, 28);
    const post = tube(0.5, 1, 40).rotateX(Math.PI / 2);
    const handle = new THREE.SphereBufferGeometry(0.1, 16, 12);
    const capless = new THREE.CylinderBufferGeometry(0.5, 0.5, 1, 40, 1, true);
    const side = capless.rotateX(Math.PI / 2);
    const china = { roughness: 0.3, side: THREE.DoubleSide };
    return {
        robot: () => [robotGeometry(), painted(), true],
        trolley: () => [trolleyGeometry(), painted(), true],
        wheel: () => [wheel, painted(), true],
        small_wheel: () => [wheel, painted(), true],
        box: () => [cube, solid('#f0a030', { roughness: 0.4 }), true],
        ghost_seen: () => [cube, glass('#2fae5f', 0.55), false],
        ghost_missed: () => [cube, glass('#e2342b', 0.6), false],
        pane: () => [cube, glass('#a9d3f0', 0.28), false],
        pane_hit: () => [cube, glass('#ffe9a0', 0.5), false],
        floor: () => [cube, solid('#9aa5b1', { roughness: 0.9 }), false],
        block: () => [cube, solid('#8d9cb3'), true],
        ball: () => [ball, solid('#c9a26b'), true],
        post: () => [post, solid('#7fa38a'), true],
        handle: () => [handle, solid('#ffffff', { roughness: 0.4 }), true],
        handle_chosen: () => [handle.clone().scale(1.6, 1.6, 1.6),
            solid('#22b8ff', { emissive: colour('#0a6fb0') }), true],
        copper: () => pot('#b8683c'),
        teapot: () => pot('#e9e4d8'),
        teapot_2: () => pot('#5f8fc4'),
        teapot_3: () => pot('#7fb08a'),
        teapot_4: () => pot('#b98bb5'),
        brick: () => [cube, solid('#b5573f'), true],
        brick_2: () => [cube, solid('#c98a5a'), true],
        brick_3: () => [cube, solid('#8f9aa8'), true],
        barrel: () => [post, solid('#4f7f9f'), true],
        cannonball: () => [ball, solid('#2b3038', { roughness: 0.35 }), true],
        gear: () => mesh('gear', '#d98232'),
        gear_2: () => mesh('gear_2', '#5b86b5'),
        gear_3: () => mesh('gear_3', '#7aa95c'),
        axle: () => [post, solid('#8a929b', { roughness: 0.4 }), true],
        plate: () => [cube, solid('#c9c4b6', { roughness: 0.9 }), false],
        spot: () => [ball, solid('#d8301e'), true],
        rod: () => [post, solid('#39424f'), true],
        round: () => [ball, solid('#c9a227'), true],
        pill: () => [side, solid('#4f86c6'), true],
        pill_end: () => [ball, solid('#4f86c6'), true],
        upright: () => [cube, solid('#8d9cb3'), true],
        crate: () => [cube, solid('#d07030'), true],
        sheet: () => mesh('sheet', '#c0504d'),
        tetrahedron: () => mesh('tetrahedron', '#9b6bb3'),
        drum: () => [post, solid('#7aa95c'), true],
        gem: () => mesh('gem', '#3fa7a0'),
        frame: () => [cube, glass('#22b8ff', 0.3), false],
    };
}

// From the origin to (0, 0, 1).
export function arrowGeometry(thickness) {
    const up = [Math.PI / 2, 0, 0];
    return merge([
        [tube(thickness / 2, 0.75, 10), '#ffc400', [0, 0, 0.375], up],
        [tube(1.6 * thickness, 0.25, 14, 0), '#ffc400', [0, 0, 0.875], up],
    ]);
}

// The triangles of a terrain just as the queries see them, with walls down to a base.
export function terrainMesh(heights, columns, rows, step, origin, shade) {
    const positions = [], colours = [];
    const at = (i, j) => [origin[0] + i * step, origin[1] + j * step, heights[j * columns + i]];
    const base = (i, j) => [origin[0] + i * step, origin[1] + j * step, -1.2];
    const add = (a, b, c, tint) => {
        const e = b.map((x, k) => x - a[k]), f = c.map((x, k) => x - a[k]);
        const normal = new THREE.Vector3(...e).cross(new THREE.Vector3(...f)).normalize();
        const { r, g, b: blue } = tint || shade((a[2] + b[2] + c[2]) / 3, normal.z);
        positions.push(...a, ...b, ...c);
        for (let k = 0; k < 3; ++k)
            colours.push(r, g, blue);
    };
    for (let j = 0; j + 1 < rows; ++j)
        for (let i = 0; i + 1 < columns; ++i) {
            add(at(i, j), at(i + 1, j), at(i, j + 1));
            add(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
        }
    const earth = colour('#6b5b4c');
    const wall = (i, j, k, l) => {
        add(base(i, j), base(k, l), at(k, l), earth);
        add(base(i, j), at(k, l), at(i, j), earth);
    };
    for (let i = 0; i + 1 < columns; ++i) {
        wall(i, 0, i + 1, 0);
        wall(i + 1, rows - 1, i, rows - 1);
    }
    for (let j = 0; j + 1 < rows; ++j) {
        wall(columns - 1, j, columns - 1, j + 1);
        wall(0, j + 1, 0, j);
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
    geometry.setAttribute('color', new THREE.Float32BufferAttribute(colours, 3));
    geometry.computeVertexNormals();
    const mesh = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial({
        vertexColors: THREE.VertexColors, roughness: 0.95, flatShading: true,
    }));
    mesh.receiveShadow = true;
    const surface = new THREE.BufferGeometry();
    const count = 6 * (columns - 1) * (rows - 1);
    surface.setAttribute('position',
        new THREE.Float32BufferAttribute(positions.slice(0, 3 * count), 3));
    const edges = new THREE.LineSegments(new THREE.WireframeGeometry(surface),
        new THREE.LineBasicMaterial({ color: 0x000000, transparent: true, opacity: 0.1 }));
    edges.position.z = 0.01;
    mesh.add(edges);
    return mesh;
}
