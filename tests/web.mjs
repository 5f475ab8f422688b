#!/usr/bin/env node
// The browser demo in a real browser: every scene moves, finds contacts, obeys keys, pointers and
// touch, and has the same bits with SIMD and without. `make test-web` builds what it needs, and
// leaves pictures in build/web-test.
import { OUT, ok, open, run } from './browser.mjs';

const SCENES = ['robot', 'boxes', 'cables', 'teapots'];

const ready = (page) => page.waitForFunction(() => window.demo?.state.drawn);

// So many more steps of the scene that is on.
async function wait(page, steps) {
    await page.evaluate((n) => {
        const { engine, state } = window.demo;
        window.goal = engine.calls.web_steps(state.scene) + n;
    }, steps);
    await page.waitForFunction(() => {
        const { engine, state } = window.demo;
        return engine.calls.web_steps(state.scene) >= window.goal;
    });
}

// Places of all bodies of a look, and what else is on the stage.
const read = (page, look) => page.evaluate((name) => {
    const { engine, state: { drawn } } = window.demo;
    const places = [];
    for (let i = 0; i < drawn.bodyCount; ++i)
        if (engine.looks[drawn.looks[17 * i]] === name)
            places.push([...drawn.bodies.subarray(17 * i + 1, 17 * i + 17)]);
    return {
        places, marks: drawn.marks.length / 8, triangles: drawn.triangles.length / 9,
        inside: drawn.vertices.filter((x, i) => i % 7 === 6 && x > 0).length,
        marksFinite: drawn.marks.every(Number.isFinite),
        figures: Object.fromEntries(drawn.figures),
    };
}, look);

const position = (matrix) => matrix.slice(12, 15);
const away = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));

async function choose(page, number) {
    await page.getByRole('button', { name: new RegExp(`^${number + 1} `) }).click();
}

// Pictures are large; between them a small stage saves time, as no graphics card draws it.
async function picture(page, name) {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1280, height: 720 });
    await wait(page, 2);
    await page.screenshot({ path: `${OUT}/${name}.png` });
    await page.setViewportSize(size);
}

async function focusStage(page) {
    await page.locator('#canvas').focus();
}

// ---- scenes ------------------------------------------------------------------------------------

async function testRobot(page) {
    await wait(page, 60);
    const start = (await read(page, 'robot')).places[0];
    await wait(page, 60);
    const driven = await read(page, 'robot');
    ok(away(position(start), position(driven.places[0])) > 1, 'the robot drives by itself');
    ok(driven.marks > 0 && driven.marksFinite, 'its wheels have contacts', driven.marks);
    await focusStage(page);
    await page.keyboard.down('ArrowDown');
    await wait(page, 90);
    const before = (await read(page, 'robot')).places[0];
    await wait(page, 60);
    const after = (await read(page, 'robot')).places[0];
    await page.keyboard.up('ArrowDown');
    const way = position(after).map((x, i) => x - position(before)[i]);
    const ahead = way[0] * before[0] + way[1] * before[1] + way[2] * before[2];
    ok(ahead < -0.5, 'an arrow key drives it back', ahead);
    const turned = async (key) => {
        const a = (await read(page, 'robot')).places[0];
        await page.keyboard.down(key);
        await wait(page, 20);
        await page.keyboard.up(key);
        const b = (await read(page, 'robot')).places[0];
        return a[0] * b[1] - a[1] * b[0];
    };
    ok(await turned('KeyA') > 0.1, 'A turns it to the left');
    ok(await turned('KeyD') < -0.1, 'D turns it to the right');
    for (const key of ['ArrowUp', 'KeyW', 'Control'])
        await page.keyboard.down(key);
    await page.keyboard.up('ArrowUp');
    const held = () => page.evaluate(() => [...window.demo.state.held.keys()].join());
    ok(await held() === 'KeyW', 'a key stays held when its twin is let go', await held());
    await page.keyboard.up('KeyW');
    ok(await held() === '', 'none sticks, whatever else is pressed', await held());
    await page.keyboard.up('Control');
    await wait(page, 120);
    const still = (await read(page, 'robot')).places[0];
    await wait(page, 30);
    const rest = (await read(page, 'robot')).places[0];
    ok(away(position(still), position(rest)) < 1, 'without keys it coasts');
}

async function testBoxes(page) {
    await wait(page, 240);
    const { figures, marks, places } = await read(page, 'pane');
    const found = figures['hits found by sweeps'];
    const missed = figures['missed at both ends of a step'];
    ok(found > 20 && missed > 0 && missed < found, 'sweeps find what both ends miss', figures);
    ok(marks > 0, 'hits have contacts', marks);
    ok(places.length > 10, 'there are panes', places.length);
    await focusStage(page);
    await page.keyboard.press('r');
    await page.keyboard.press(' ');
    await wait(page, 3);
    const thrown = await read(page, 'box');
    ok(thrown.places.length === 1 || thrown.places.length === 2, 'Space throws a box', thrown);
    const { x, y, width, height } = await page.locator('#canvas').boundingBox();
    await page.mouse.click(x + 0.5 * width, y + 0.6 * height);
    await wait(page, 2);
    const more = (await read(page, 'box')).places.length;
    ok(more === thrown.places.length + 1, 'a click throws another', more);
}

async function testCables(page) {
    await wait(page, 30);
    const before = await read(page, 'handle_chosen');
    await wait(page, 30);
    const after = await read(page, 'handle_chosen');
    ok(away(position(before.places[0]), position(after.places[0])) > 0.05, 'a point moves');
    ok(after.marks > 0 && after.inside > 0, 'cables have contacts and red parts', after.marks);
    ok(after.figures['deepest overlap, mm'] < 45, 'cables give way', after.figures);
    await focusStage(page);
    await page.keyboard.press(']');
    await wait(page, 2);
    const chosen = position((await read(page, 'handle_chosen')).places[0]);
    ok(away(chosen, position(after.places[0])) > 0.3, 'a bracket chooses the next point');
    await page.keyboard.press('ArrowUp');
    await wait(page, 2);
    const up = position((await read(page, 'handle_chosen')).places[0]);
    ok(Math.abs(up[2] - chosen[2] - 0.12) < 1e-5, 'an arrow key moves it up', [chosen, up]);
    // The first point of the first cable lies free in front of everything.
    const spot = await page.evaluate(() => {
        const { engine, stage, state: { drawn } } = window.demo;
        const first = drawn.looks.findIndex((look, i) =>
            i % 17 === 0 && engine.looks[look] === 'handle');
        const m = drawn.bodies.subarray(first + 1, first + 17);
        const v = new THREE.Vector3(m[12], m[13], m[14]).project(stage.camera);
        const box = stage.canvas.getBoundingClientRect();
        return [box.left + (v.x + 1) / 2 * box.width, box.top + (1 - v.y) / 2 * box.height];
    });
    await page.mouse.move(...spot);
    await page.mouse.down();
    await wait(page, 2);
    const grabbed = position((await read(page, 'handle_chosen')).places[0]);
    await page.mouse.move(spot[0] + 30, spot[1] - 60, { steps: 4 });
    await wait(page, 2);
    await page.mouse.up();
    const dragged = position((await read(page, 'handle_chosen')).places[0]);
    ok(away(grabbed, up) > 0.3 && dragged[2] > grabbed[2] + 0.3, 'a pointer drags a point',
        [grabbed, dragged]);
}

async function testTeapots(page) {
    await wait(page, 10);
    const { figures, marks, triangles } = await read(page, 'teapot');
    ok(figures['pairs of teapots that meet'] > 0, 'teapots meet', figures);
    ok(triangles === 2 * figures['pairs of triangles that meet'] && marks > 0,
        'the triangles that meet are drawn, with contacts', [triangles, marks]);
    const spread = async () => {
        const { places } = await read(page, 'teapot_2');
        return places.reduce((sum, m) => sum + Math.hypot(...position(m)), 0);
    };
    const before = await spread();
    await focusStage(page);
    await page.keyboard.press(' ');
    await wait(page, 90);
    ok(await spread() < 0.8 * before, 'Space gathers them');
}

const TESTS = [testRobot, testBoxes, testCables, testTeapots];

// The switch, and both ways of measuring; returns the hashes.
async function testBits(page, id) {
    const isa = () => page.locator('#isa').textContent();
    const simd = await isa();
    await page.locator('#simd').click();
    const scalar = await isa();
    await page.locator('#simd').click();
    ok(simd === 'wasm128' && scalar === 'scalar' && await isa() === simd,
        `${id}: the switch turns SIMD off and on`, [simd, scalar]);
    await page.locator('#measure').click();
    await page.locator('#verdict.good, #verdict.bad').waitFor();
    const rows = await page.locator('#results tbody tr').evaluateAll((all) =>
        all.map((row) => [...row.cells].map((cell) => cell.textContent)));
    const [[isaA, msA, hashA], [isaB, msB, hashB], [, , stepsA], [, , stepsB]] = rows;
    ok(isaA === 'scalar' && isaB === 'wasm128' && Number(msA) > 0 && Number(msB) > 0,
        `${id}: both ways were measured`, rows);
    ok(/^[0-9a-f]{16}$/.test(hashA) && hashA === hashB, `${id}: same bits of a batch`, rows);
    ok(/^[0-9a-f]{16}$/.test(stepsA) && stepsA === stepsB, `${id}: same bits of 60 steps`, rows);
    const verdict = await page.locator('#verdict').textContent();
    ok(/^Same bits/.test(verdict), `${id}: and the page says so`, verdict);
    console.log(`# ${id}: scalar ${msA} ms, SIMD ${msB} ms, ${hashA}`);
    return [hashA, stepsA];
}

// ---- pages -------------------------------------------------------------------------------------

async function testDesktop(browser, url) {
    const page = await open(browser, url, { viewport: { width: 800, height: 420 } });
    const hashes = [];
    await ready(page);
    for (const [i, id] of SCENES.entries()) {
        await choose(page, i);
        await wait(page, 90);
        await picture(page, id);
        await TESTS[i](page);
        hashes.push(await testBits(page, id));
        await picture(page, `${id}-bits`);
    }
    await focusStage(page);
    await page.keyboard.press('2');
    ok(await page.locator('#title').textContent() === 'Boxes at 300 km/h', 'a digit is a tab');
    await page.keyboard.press('p');
    const steps = () => page.evaluate(() => window.demo.engine.calls.web_steps(1));
    const paused = await steps();
    await page.waitForTimeout(500);
    ok(await steps() === paused, 'P is a pause');
    ok(new Set(hashes.flat()).size === 8, 'hashes are of different things', hashes);
    ok(page.errors.length === 0, 'no errors', page.errors);
    await page.context().close();
    return hashes;
}

async function testPhone(browser, url) {
    const page = await open(browser, url,
        { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
    await ready(page);
    for (const [i, id] of SCENES.entries()) {
        await choose(page, i);
        await wait(page, 30);
        const width = await page.evaluate(() => Math.max(document.documentElement.scrollWidth,
            ...[...document.querySelectorAll('body *')].map((e) =>
                Math.floor(e.getBoundingClientRect().right))));
        ok(width <= 360, `${id}: fits 360 pixels`, width);
        const sizes = await page.locator('#pad button').evaluateAll((all) =>
            all.map((button) => button.getBoundingClientRect()).map((r) =>
                [r.width, r.height, r.left, r.right]));
        ok(sizes.length > 0 && sizes.every(([w, h, left, right]) =>
            w >= 44 && h >= 44 && left >= 0 && right <= 360), `${id}: buttons for fingers`, sizes);
        await page.screenshot({ path: `${OUT}/${id}-360.png` });
    }
    await choose(page, 1);
    await page.getByRole('button', { name: 'Throw a box' }).tap();
    await wait(page, 2);
    ok((await read(page, 'box')).places.length > 0, 'a tap on the button throws');
    await choose(page, 2);
    await wait(page, 2);
    await page.getByRole('button', { name: 'Next control point' }).tap();
    await wait(page, 2);
    const before = position((await read(page, 'handle_chosen')).places[0]);
    await page.getByRole('button', { name: 'Move the point up' }).tap();
    await wait(page, 2);
    const after = position((await read(page, 'handle_chosen')).places[0]);
    ok(after[2] > before[2] + 0.1, 'a tap moves a control point', [before, after]);
    await choose(page, 0);
    const ahead = page.getByRole('button', { name: 'Drive ahead' });
    await ahead.dispatchEvent('pointerdown', { pointerId: 1 }).catch(() => {});
    await wait(page, 30);
    ok(await page.evaluate(() => [...window.demo.state.held.values()].includes('ahead')),
        'a finger drives');
    await ahead.dispatchEvent('pointerup', { pointerId: 1 });
    ok(await page.evaluate(() => window.demo.state.held.size === 0), 'and lets go');
    await page.locator('#measure').tap();
    await page.locator('#verdict.good').waitFor();
    await page.locator('#verdict').scrollIntoViewIfNeeded();
    ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360, 'results fit');
    await page.screenshot({ path: `${OUT}/bits-360.png` });
    ok(page.errors.length === 0, 'no errors on a phone', page.errors);
    await page.context().close();
}

// Without SIMD the other build runs, to the same bits; without WebGL there are words.
async function testLess(browser, url, hashes) {
    const old = await open(browser, url, {}, () => {
        WebAssembly.validate = () => false;
    });
    await ready(old);
    ok(await old.locator('#isa').textContent() === 'scalar' &&
        await old.locator('#simd').isDisabled(), 'without SIMD all runs scalar, and it says so');
    const replays = await old.evaluate(() =>
        [0, 1, 2, 3].map((scene) => window.demo.engine.replay(scene, 60)));
    ok(replays.every((hash, i) => hash === hashes[i][1]), 'the scalar build has the same bits',
        [replays, hashes]);
    ok(old.errors.length === 0, 'no errors without SIMD', old.errors);
    await old.context().close();
    const flat = await open(browser, url, {}, () => {
        HTMLCanvasElement.prototype.getContext = () => null;
    });
    await flat.getByText('This browser has no WebGL.').waitFor();
    ok(true, 'without WebGL it says so');
    await flat.context().close();
    const calm = await open(browser, `${url}#teapots`,
        { reducedMotion: 'reduce', colorScheme: 'dark', viewport: { width: 960, height: 600 } });
    await ready(calm);
    ok(await calm.locator('#pause').getAttribute('aria-pressed') === 'true' &&
        await calm.locator('#title').textContent() === 'Flying teapots',
    'who wants less motion begins with a pause; an address names its scene');
    await calm.screenshot({ path: `${OUT}/teapots-dark.png` });
    await calm.context().close();
}

await run('build/web', 'web.wasm', 'test-web', async (browser, url) => {
    const hashes = await testDesktop(browser, url);
    await testPhone(browser, url);
    await testLess(browser, url, hashes);
});
