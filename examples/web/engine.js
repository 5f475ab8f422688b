// The C side: loads web.wasm, gives it the volcano and the teapot, and reads what it wants drawn.

// The least module that needs SIMD: a function that returns a vector.
const SIMD_PROBE = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253,
    15, 253, 98, 11,
]);

async function load(name) {
    const answer = await fetch(name);
    if (!answer.ok)
        throw new Error(`${name} is missing (${answer.status})`);
    return answer;
}

function words(text) {
    return text.replace(/#.*/g, '').split(/\s+/).filter((word) => word !== '');
}

export class Engine {
    static async create() {
        if (typeof WebAssembly !== 'object')
            throw new Error('This browser has no WebAssembly.');
        const engine = new Engine();
        engine.hasSimd = WebAssembly.validate(SIMD_PROBE);
        const [code, volcano, teapot] = await Promise.all([
            load(engine.hasSimd ? 'web.wasm' : 'web-scalar.wasm').then((a) => a.arrayBuffer()),
            load('volcano.txt').then((a) => a.text()),
            load('teapot.off').then((a) => a.text()),
        ]);
        const { instance } = await WebAssembly.instantiate(code, {});
        engine.calls = instance.exports;
        engine.memory = engine.calls.memory.buffer;
        engine.calls._initialize?.();
        engine.looks = engine.text(engine.calls.web_looks()).trim().split(' ');
        engine.scenes = engine.text(engine.calls.web_scenes()).trim().split(' ');
        engine.giveVolcano(words(volcano).map(Number));
        engine.giveTeapot(words(teapot).slice(1).map(Number));
        return engine;
    }

    floats(at, n) {
        return new Float32Array(this.memory, at, n);
    }

    text(at) {
        const bytes = new Uint8Array(this.memory, at);
        return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    }

    // Columns, rows and step, then the heights.
    giveVolcano([columns, rows, , ...heights]) {
        const at = this.calls.web_memory(4 * columns * rows);
        this.floats(at, columns * rows).set(heights);
        this.calls.web_volcano(at, columns, rows);
        this.volcano = { columns, rows };
    }

    // An OFF file: vertices, triangles, edges; positions; a 3 and three indices for each triangle.
    giveTeapot([vertices, triangles, , ...rest]) {
        const at = this.calls.web_memory(12 * vertices);
        const indicesAt = this.calls.web_memory(12 * triangles);
        const positions = this.floats(at, 3 * vertices);
        const indices = new Uint32Array(this.memory, indicesAt, 3 * triangles);
        positions.set(rest.slice(0, 3 * vertices));
        indices.set(rest.slice(3 * vertices).filter((_, i) => i % 4 !== 0));
        this.calls.web_teapot(at, vertices, indicesAt, triangles);
    }

    // A copy of the mesh of a look, or nothing if the page has its own.
    mesh(look) {
        const at = this.calls.web_mesh(this.looks.indexOf(look));
        if (at === 0)
            return null;
        const [positions, vertices, , indices, triangles] = new Uint32Array(this.memory, at, 5);
        return {
            positions: this.floats(positions, 3 * vertices).slice(),
            indices: new Uint32Array(this.memory, indices, 3 * triangles).slice(),
        };
    }

    heights(scene, n) {
        return this.floats(this.calls.web_heights(scene), n);
    }

    // Views of the output, which are good until the next call.
    draw(scene, fraction) {
        const o = new Uint32Array(this.memory, this.calls.web_draw(scene, fraction), 15);
        const [bodies, marks, triangles, lines, vertices, figures, labels] = o;
        const count = o.subarray(7);
        const numbers = new DataView(this.memory, figures, 24 * count[5]);
        const notes = new DataView(this.memory, labels, 32 * count[6]);
        return {
            bodyCount: count[0],
            looks: new Uint32Array(this.memory, bodies, 17 * count[0]), // every 17th
            bodies: this.floats(bodies, 17 * count[0]), // then 16 of a matrix
            marks: this.floats(marks, 8 * count[1]), // point, normal, depth, strength
            triangles: this.floats(triangles, 9 * count[2]),
            lines: this.floats(lines, 7 * count[3]), // from, to, strength
            vertices: this.floats(vertices, 7 * count[4]), // position, normal, inside
            figures: Array.from({ length: count[5] }, (_, i) => [
                this.text(numbers.getUint32(24 * i, true)),
                numbers.getFloat64(24 * i + 8, true),
                numbers.getFloat64(24 * i + 16, true),
                numbers.getUint32(24 * i + 4, true),
            ]), // name, low and high end, and decimals if it is a bracket
            labels: Array.from({ length: count[6] }, (_, i) => ({
                at: [0, 4, 8].map((k) => notes.getFloat32(32 * i + k, true)),
                decimals: notes.getUint32(32 * i + 12, true),
                lo: notes.getFloat64(32 * i + 16, true),
                hi: notes.getFloat64(32 * i + 24, true),
            })),
            queries: count[7],
        };
    }

    // SIMD on or off; returns the name of what batches run on now.
    limit(simd) {
        this.calls.web_limit(simd ? 1 : 0);
        return this.text(this.calls.web_isa());
    }

    hex(low) {
        const half = (x) => (x >>> 0).toString(16).padStart(8, '0');
        return half(this.calls.web_high()) + half(low);
    }

    // One batch of the scene's work: milliseconds.
    work(scene) {
        const start = performance.now();
        this.calls.web_work(scene);
        return performance.now() - start;
    }

    workHash(scene) {
        return this.hex(this.calls.web_work_hash(scene));
    }

    replay(scene, steps) {
        return this.hex(this.calls.web_replay(scene, steps));
    }
}
