// The page: tabs, panel, keys and pointers, and the loop of fixed steps. Words come first; WASM,
// three.js and the data are loaded when the page has been painted.
import { BUTTONS, SCENES } from './scenes.js';

const STEP = 1 / 60;     // seconds
const MOST_STEPS = 4;    // in a frame; what is more is dropped
const ROUNDS = 7;        // of a measurement, of which the best counts
const REPLAY_STEPS = 60; // of the scene from its start, to compare its bits

const get = (id) => document.getElementById(id);
const state = {
    scene: 0, simd: true, paused: false, pace: 1, late: 0, last: 0, held: new Map(), times: [],
    pads: new Set(), // what stops the buttons of the pad that are pressed
};
const REPEATED = new Set(['KeyQ', 'KeyE', 'Equal', 'Minus', 'NumpadAdd', 'NumpadSubtract']);
let engine, stage; // nothing while they are loading

// ---- scenes ------------------------------------------------------------------------------------

function element(name, text, more = {}) {
    return Object.assign(document.createElement(name), { textContent: text, ...more });
}

function makeTabs() {
    SCENES.forEach((scene, i) => {
        const button = element('button', `${i + 1} ${scene.tab}`, { type: 'button' });
        button.addEventListener('click', () => choose(i));
        get('tabs').append(button);
    });
}

function choose(number) {
    const scene = SCENES[number];
    state.scene = number;
    release();
    [...get('tabs').children].forEach((tab, i) => {
        tab.setAttribute('aria-current', i === number);
    });
    get('title').textContent = scene.title;
    get('text').textContent = scene.text.replace(/\s+/g, ' ');
    get('keys').textContent = scene.hint;
    get('canvas').setAttribute('aria-label', scene.title);
    get('calls').replaceChildren('Calls: ', ...scene.calls.flatMap((call, i) =>
        [i > 0 ? ', ' : '', element('code', call)]));
    get('legend').replaceChildren(
        ...scene.legend.map(([className, text]) => element('li', text, { className })));
    makePad(scene.pad);
    get('results').hidden = true;
    get('verdict').textContent = '';
    get('labels').replaceChildren();
    restart();
    if (location.hash !== `#${scene.id}`)
        history.replaceState(null, '', `#${scene.id}`);
}

function restart() {
    if (!engine)
        return;
    const work = engine.text(engine.calls.web_work_text(state.scene));
    get('work').textContent = `${work}; with a hash of all answers; ` +
        `and ${REPLAY_STEPS} steps of this scene, with one of all that is drawn.`;
    engine.calls.web_start(state.scene);
    state.late = 0;
    state.times = [];
    stage.show(SCENES[state.scene]);
}

function setPaused(paused) {
    state.paused = paused;
    get('pause').setAttribute('aria-pressed', paused);
    get('pause').textContent = paused ? 'Go on' : 'Pause';
}

// ---- what keys and buttons do ------------------------------------------------------------------

// What drives: a key or a button holds a name, or nothing any more.
function hold(by, name) {
    if (name)
        state.held.set(by, name);
    else
        state.held.delete(by);
    let buttons = 0;
    for (const held of state.held.values())
        buttons |= BUTTONS[held];
    engine?.calls.web_buttons(buttons);
}

function release() {
    state.pads.forEach((stop) => stop());
    state.held.clear();
    engine?.calls.web_buttons(0);
}

function nudge(x, y, z) {
    const right = stage.right(), length = 0.12;
    const away = [-right[1], right[0]]; // along the ground, from the camera
    engine.calls.web_nudge(state.scene, length * (x * right[0] + y * away[0]),
        length * (x * right[1] + y * away[1]), length * z);
}

function throwAt(x, y) {
    engine.calls.web_throw(state.scene, ...stage.ray(x, y));
}

function throwAhead() {
    const box = get('canvas').getBoundingClientRect();
    throwAt(box.left + box.width / 2, box.top + box.height / 2);
}

const ACTIONS = {
    throw: throwAhead,
    gather: () => engine.calls.web_gather(),
    faster: () => engine.calls.web_drive(1),
    slower: () => engine.calls.web_drive(-1),
    reverse: () => engine.calls.web_drive(0),
    last: () => engine.calls.web_choose(state.scene, -1),
    next: () => engine.calls.web_choose(state.scene, 1),
    left: () => nudge(-1, 0, 0),
    right: () => nudge(1, 0, 0),
    up: () => nudge(0, 0, 1),
    down: () => nudge(0, 0, -1),
    away: () => nudge(0, 1, 0),
    near: () => nudge(0, -1, 0),
};

// Pressed again and again while it is held, but for a hold, which lasts.
function makePad(pad) {
    get('pad').replaceChildren(...pad.map((spec) => {
        if (!spec)
            return element('span', '');
        const button = element('button', spec.text, { type: 'button' });
        let timer = 0;
        const stop = () => {
            state.pads.delete(stop);
            clearInterval(timer);
            button.classList.remove('held');
            if (spec.hold)
                hold(spec.text, null);
        };
        const start = () => {
            stop();
            state.pads.add(stop);
            button.classList.add('held');
            if (spec.hold)
                return hold(spec.text, spec.hold);
            if (!engine)
                return undefined;
            ACTIONS[spec.press]();
            if (!spec.once)
                timer = setInterval(ACTIONS[spec.press], spec.wide ? 200 : 90);
            return undefined;
        };
        button.setAttribute('aria-label', spec.label);
        button.classList.toggle('wide', spec.wide === true);
        button.addEventListener('pointerdown', (event) => {
            button.setPointerCapture(event.pointerId);
            start();
        });
        for (const name of ['pointerup', 'pointercancel', 'blur', 'keyup'])
            button.addEventListener(name, stop);
        button.addEventListener('keydown', (event) => {
            if ((event.code === 'Space' || event.code === 'Enter') && !event.repeat)
                start();
        });
        return button;
    }));
}

function onKey(event, down) {
    const inForm = event.target.closest?.('button, select, input');
    const scene = SCENES[state.scene], name = scene.keys[event.code];
    const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
    if (!down)
        hold(event.code, null); // whatever else is pressed, and wherever the focus went
    if (event.ctrlKey || event.altKey || event.metaKey)
        return;
    if (inForm && (event.code === 'Space' || event.target.matches('select')))
        return;
    if (name) {
        event.preventDefault();
        if (scene.holds)
            hold(event.code, down ? name : null);
        else if (down && engine)
            ACTIONS[name]();
    } else if (down && digit) {
        if (digit <= SCENES.length)
            choose(digit - 1);
    } else if (down && (!event.repeat || REPEATED.has(event.code))) {
        const keys = {
            KeyP: () => setPaused(!state.paused), KeyR: restart,
            KeyX: () => get('simd').click(), KeyM: () => get('measure').click(),
            KeyQ: () => stage?.turn(-0.1, 0), KeyE: () => stage?.turn(0.1, 0),
            Equal: () => stage?.zoom(0.9), Minus: () => stage?.zoom(1.1),
            NumpadAdd: () => stage?.zoom(0.9), NumpadSubtract: () => stage?.zoom(1.1),
        };
        keys[event.code]?.();
    }
}

// ---- pointers ----------------------------------------------------------------------------------

function watchPointers(canvas) {
    const pointers = new Map();
    let dragging = false, moved = 0;
    canvas.addEventListener('pointerdown', (event) => {
        pointers.set(event.pointerId, event);
        moved = 0;
        canvas.focus({ preventScroll: true });
        canvas.setPointerCapture(event.pointerId);
        const reach = event.pointerType === 'touch' ? 0.06 : 0.025;
        dragging = SCENES[state.scene].pointer === 'drag' && pointers.size === 1 &&
            engine.calls.web_grab(state.scene, ...stage.ray(event.clientX, event.clientY),
                reach) !== 0;
    });
    canvas.addEventListener('pointermove', (event) => {
        const before = pointers.get(event.pointerId);
        if (!before)
            return;
        const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
        const [other] = [...pointers.values()].filter((p) => p.pointerId !== event.pointerId);
        const apart = (p) => Math.hypot(p.clientX - other.clientX, p.clientY - other.clientY);
        moved += Math.abs(dx) + Math.abs(dy);
        if (other)
            stage.zoom((apart(before) + 1) / (apart(event) + 1));
        else if (dragging)
            engine.calls.web_drag(state.scene, ...stage.ray(event.clientX, event.clientY),
                ...stage.forward());
        else
            stage.turn(-0.006 * dx, 0.006 * dy);
        pointers.set(event.pointerId, event);
    });
    const up = (event) => {
        if (event.type === 'pointerup' && pointers.size === 1 && moved < 8 &&
            SCENES[state.scene].pointer === 'throw')
            throwAt(event.clientX, event.clientY);
        pointers.delete(event.pointerId);
        dragging = false;
    };
    canvas.addEventListener('pointerup', up);
    canvas.addEventListener('pointercancel', up);
    canvas.addEventListener('wheel', (event) => {
        event.preventDefault();
        stage.zoom(event.deltaY > 0 ? 1.08 : 0.92);
    }, { passive: false });
}

// ---- one switch, the same bits -----------------------------------------------------------------

function setSimd(on) {
    state.simd = on;
    state.times = [];
    get('isa').textContent = engine.limit(on);
}

const rest = () => new Promise((done) => setTimeout(done, 0));

// The batch with SIMD and without, in turn; then the scene from its start, likewise.
async function measure() {
    const kinds = [false, true].map((simd) => ({ simd, ms: Infinity, hash: '', replay: '' }));
    const scene = state.scene;
    get('measure').disabled = true;
    get('verdict').className = '';
    get('verdict').textContent = 'Measuring \u2026';
    engine.calls.web_prepare(scene);
    for (let round = 0; round <= ROUNDS; ++round)
        for (const kind of kinds) {
            await rest();
            kind.isa = engine.limit(kind.simd);
            const ms = engine.work(scene);
            kind.ms = round > 0 ? Math.min(kind.ms, ms) : Infinity; // the first one compiles
            kind.hash = engine.workHash(scene);
        }
    for (const kind of kinds) {
        await rest();
        engine.limit(kind.simd);
        kind.replay = engine.replay(scene, REPLAY_STEPS);
    }
    setSimd(state.simd);
    get('measure').disabled = !engine.hasSimd;
    if (scene === state.scene)
        showResults(kinds);
}

function showResults(kinds) {
    const [scalar, simd] = kinds;
    const rows = [
        ...kinds.map((kind) => [kind.isa, kind.ms.toFixed(2), kind.hash]),
        ...kinds.map((kind) => [`steps, ${kind.isa}`, '', kind.replay]),
    ];
    const same = scalar.hash === simd.hash && scalar.replay === simd.replay;
    get('results').tBodies[0].replaceChildren(...rows.map((cells) => {
        const row = element('tr', '');
        row.append(...cells.map((cell) => element('td', cell)));
        return row;
    }));
    get('results').hidden = false;
    get('verdict').className = same ? 'good' : 'bad';
    get('verdict').textContent = same
        ? `Same bits, ${(scalar.ms / simd.ms).toFixed(1)} times as fast with SIMD.`
        : 'THE BITS DIFFER.';
    state.results = { same, kinds };
}

// ---- the loop ----------------------------------------------------------------------------------

// Rounded outward, so that what is proven stays true.
function bracket(lo, hi, decimals) {
    const scale = 10 ** decimals;
    return `${(Math.floor(lo * scale) / scale).toFixed(decimals)} \u2026 ` +
        (Math.ceil(hi * scale) / scale).toFixed(decimals);
}

// Beside the points that they are of: one number, where its last digit does not hide the bracket.
function showLabels(labels, afresh) {
    const list = get('labels'), { unit } = SCENES[state.scene];
    while (list.children.length < labels.length)
        list.append(element('span', ''));
    while (list.children.length > labels.length)
        list.lastChild.remove();
    labels.forEach(({ at, lo, hi, decimals }, i) => {
        const span = list.children[i], place = stage.place(at);
        const [low, high] = [lo, hi].map((x) => x.toFixed(decimals));
        span.hidden = !place;
        if (afresh || !span.textContent)
            span.textContent = `${low === high ? low : `${low} \u2026 ${high}`} ${unit}`;
        if (place) {
            const most = Math.max(0, list.clientWidth - span.offsetWidth - 12);
            const x = Math.min(Math.max(0, place[0]), most);
            span.style.transform = `translate(${x}px, ${place[1]}px)`;
        }
    });
}

function showFigures({ figures, queries }) {
    const list = get('figures');
    if (list.children.length !== 2 * figures.length)
        list.replaceChildren(...figures.flatMap(() => [element('dt', ''), element('dd', '')]));
    figures.forEach(([name, lo, hi, decimals], i) => {
        list.children[2 * i].textContent = name;
        list.children[2 * i + 1].textContent = decimals > 0 ? bracket(lo, hi, decimals)
            : Number.isInteger(lo) ? lo.toString() : lo.toFixed(1);
    });
    get('queries').textContent = queries.toString();
    const { times } = state;
    if (times.length > 0) {
        const mean = times.reduce((a, b) => a + b, 0) / times.length;
        get('time').textContent = `${mean.toFixed(2)} ms`;
    }
}

function frame(now) {
    const passed = Math.min(0.25, (now - state.last) / 1000);
    state.last = now;
    state.late += state.paused ? 0 : passed * state.pace;
    let steps = 0;
    const start = performance.now();
    // A step is timed with the queries of what is drawn after it.
    for (; !state.paused && state.late >= STEP && steps < MOST_STEPS; ++steps) {
        engine.calls.web_step(state.scene);
        state.late -= STEP;
    }
    state.late = Math.min(state.late, STEP);
    const middle = performance.now();
    const drawn = engine.draw(state.scene, state.late / STEP);
    if (steps > 0)
        state.times.push((middle - start) / steps + performance.now() - middle);
    if (state.times.length > 90)
        state.times.shift();
    stage.draw(drawn);
    state.drawn = drawn;
    state.since ??= performance.now(); // when the first picture was there
    const afresh = Math.floor(now / 200) !== state.shown;
    state.shown = Math.floor(now / 200);
    if (afresh)
        showFigures(drawn);
    showLabels(drawn.labels, afresh);
    requestAnimationFrame(frame);
}

// When the words are on the screen, or at once if nobody sees the page.
function painted() {
    return new Promise((done) => {
        const first = 'first-contentful-paint';
        if (document.hidden || performance.getEntriesByName(first).length > 0 ||
            !window.PerformanceObserver?.supportedEntryTypes?.includes('paint'))
            return done();
        setTimeout(done, 5000); // come what may
        return new PerformanceObserver((list) => {
            if (list.getEntriesByName(first).length > 0)
                done();
        }).observe({ type: 'paint', buffered: true });
    });
}

function script(name) {
    return new Promise((done, fail) => {
        document.head.append(Object.assign(document.createElement('script'), {
            src: name, onload: done, onerror: () => fail(new Error(`${name} is missing`)),
        }));
    });
}

async function load() {
    const [made, { Stage }] = await Promise.all([
        import('./engine.js').then(({ Engine }) => Engine.create()),
        import('./stage.js'),
        script('three.min.js'),
    ]);
    if (made.scenes.join() !== SCENES.map(({ id }) => id).join())
        throw new Error('The page and its WASM are of different versions.');
    stage = new Stage(get('canvas'), made);
    engine = made;
}

async function begin() {
    const wanted = SCENES.findIndex(({ id }) => `#${id}` === location.hash);
    makeTabs();
    choose(Math.max(0, wanted));
    setPaused(matchMedia('(prefers-reduced-motion: reduce)').matches);
    try {
        await painted();
        await load();
    } catch (error) {
        const webgl = !document.createElement('canvas').getContext('webgl');
        get('notice').textContent = webgl ? 'This browser has no WebGL.' : error.message;
        return;
    }
    get('notice').hidden = true;
    if (!engine.hasSimd) {
        get('simd').checked = false;
        get('simd').disabled = get('measure').disabled = true;
        get('verdict').textContent = 'This browser has no WASM SIMD: all runs scalar.';
    }
    setSimd(engine.hasSimd);
    choose(state.scene);
    get('pause').addEventListener('click', () => setPaused(!state.paused));
    get('restart').addEventListener('click', restart);
    get('pace').addEventListener('change', (event) => {
        state.pace = Number(event.target.value);
    });
    get('simd').addEventListener('change', (event) => setSimd(event.target.checked));
    get('measure').addEventListener('click', measure);
    addEventListener('keydown', (event) => onKey(event, true));
    addEventListener('keyup', (event) => onKey(event, false));
    addEventListener('blur', release);
    watchPointers(get('canvas'));
    window.demo = { engine, stage, state }; // for tests, and for the curious
    requestAnimationFrame(frame);
}

begin();
