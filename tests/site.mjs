#!/usr/bin/env node
// The site in a real browser: links lead somewhere, each public function has an entry, the search
// finds them, nothing is loaded from elsewhere, and the demo draws. `make test-site` builds the site.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OUT, ok, open, run } from './browser.mjs';

const ROOT = 'build/site';

// Pages that mkdocs made: not the page of errors, whose links begin at the root of a server.
const pages = () => readdirSync(ROOT, { recursive: true })
    .filter((name) => name.endsWith('.html') && !name.startsWith('demo/') && name !== '404.html');

// The ids, links and pictures of a page, as the browser resolves them.
const contents = (page, url) => page.evaluate(async (address) => {
    const text = await (await fetch(address)).text();
    const read = new DOMParser().parseFromString(text, 'text/html');
    const base = read.createElement('base');
    base.href = address;
    read.head.prepend(base);
    return {
        ids: [...read.querySelectorAll('[id]')].map((e) => e.id),
        links: [...read.querySelectorAll('a[href], link[href]')].map((e) => e.href).concat(
            [...read.querySelectorAll('[src]')].map((e) => e.src)),
    };
}, url);

async function testLinks(page, url) {
    const found = new Map();
    for (const name of pages())
        found.set(name, await contents(page, url + name));
    const broken = [];
    let count = 0;
    for (const [name, { links }] of found) {
        for (const link of new Set(links)) {
            const { pathname, hash } = new URL(link);
            if (!link.startsWith(url)) {
                if (!link.startsWith('https://')) // of other sites, or of no site
                    broken.push(`${name}: ${link}`);
                continue;
            }
            ++count;
            const target = decodeURIComponent(new URL(url + '.').pathname === pathname
                ? 'index.html' : link.slice(url.length).replace(/[#?].*/, ''));
            const id = decodeURIComponent(hash.slice(1));
            if (!existsSync(join(ROOT, target)) ||
                (id && found.has(target) && !found.get(target).ids.includes(id)))
                broken.push(`${name}: ${link.slice(url.length)}`);
        }
    }
    ok(count > 1000 && broken.length === 0, `${count} links of ${found.size} pages lead somewhere`,
        broken.slice(0, 20));
    return found;
}

function testReference(found) {
    const { families } = JSON.parse(readFileSync('build/interface.json', 'utf8'));
    const names = families.flatMap((family) =>
        ['functions', 'structs', 'enums', 'types', 'macros'].flatMap((kind) =>
            family[kind].map((one) => one.name)));
    const functions = families.flatMap((family) => family.functions).length;
    const entries = [...found].filter(([name]) => name.startsWith('reference/'))
        .flatMap(([, { ids }]) => ids.filter((id) => /^(collide|COLLIDE)_/.test(id)));
    const without = names.filter((name) => !entries.includes(name));
    ok(without.length === 0 && entries.length === names.length && functions > 700,
        `${functions} functions, and each type and macro, have one entry each`,
        [entries.length, names.length, without.slice(0, 20)]);
}

async function testSearch(browser, url) {
    const page = await open(browser, `${url}index.html`);
    const elsewhere = [];
    page.on('request', (request) => {
        if (!request.url().startsWith(url))
            elsewhere.push(request.url());
    });
    await page.goto(`${url}docs/index.html`);
    for (const name of ['collide_obb_obb_sweep', 'collide_tree_tree_distance']) {
        await page.locator('input.md-search__input').focus();
        await page.keyboard.type(name);
        const results = page.locator('.md-search-result__link');
        const found = results.and(page.locator(`[href$="#${name}"]`)).first();
        await found.waitFor({ state: 'attached' });
        const rank = (await results.evaluateAll((all) => all.map((one) => one.hash)))
            .indexOf(`#${name}`);
        ok(rank >= 0 && rank <= 1, `the search has ${name} first, below its page`, rank);
        await found.evaluate((link) => link.click());
        await page.waitForURL(new RegExp(`/reference/.*#${name}$`));
        await page.locator(`h3#${name}`).waitFor();
        ok(true, `the search leads to ${name}`);
    }
    ok(page.errors.length === 0, 'no errors', page.errors);
    ok(elsewhere.length === 0, 'nothing is loaded from elsewhere', elsewhere);
    await page.context().close();
}

async function testGrid(browser, url) {
    const page = await open(browser, `${url}docs/grid.html`,
        { viewport: { width: 360, height: 640 } });
    await page.locator('a[href$="#collide_obb_obb_sweep_many"]').first()
        .evaluate((link) => link.click());
    await page.locator('h3#collide_obb_obb_sweep_many').waitFor();
    ok(true, 'a tick of the grid leads to its function');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    ok(width <= 360, 'the reference fits 360 pixels', width);
    await page.context().close();
}

async function testDemo(browser, url) {
    if (!existsSync(join(ROOT, 'demo/index.html'))) {
        ok(true, 'the demo draws # SKIP the site was built without it');
        return;
    }
    const page = await open(browser, `${url}demo.html`);
    const frame = page.frameLocator('iframe').locator('#canvas');
    await frame.waitFor();
    const demo = page.frames().find((f) => f.url().includes('/demo/'));
    await demo.waitForFunction(() => window.demo?.state.drawn?.bodyCount > 0);
    ok(page.errors.length === 0, 'the demo draws', page.errors);
    await page.screenshot({ path: `${OUT}/site-demo.png` });
    await page.context().close();
}

await run(ROOT, 'index.html', 'test-site', async (browser, url) => {
    const page = await open(browser, `${url}index.html`);
    testReference(await testLinks(page, url));
    await page.context().close();
    await testSearch(browser, url);
    await testGrid(browser, url);
    await testDemo(browser, url);
});
