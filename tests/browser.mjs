// What the tests of pages share: a server, a browser, TAP.
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';

export const OUT = 'build/web-test';
const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';
const FOLDER = '/some/folder/'; // the pages must not care
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css',
    '.svg': 'image/svg+xml' };
export const PATIENCE = 120000; // ms

let count = 0;
export function ok(pass, name, detail = '') {
    console.log(`${pass ? 'ok' : 'not ok'} ${++count} - ${name}`);
    if (!pass && detail !== '')
        console.log(`# ${JSON.stringify(detail)}`);
}

function serve(root) {
    const server = createServer((request, response) => {
        const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
        const file = name.startsWith(FOLDER)
            ? join(root, name.slice(FOLDER.length) || 'index.html') : '';
        if (!existsSync(file)) {
            response.writeHead(404).end();
            return;
        }
        response.setHeader('content-type', TYPES[extname(file)] || 'application/octet-stream');
        createReadStream(file).pipe(response);
    });
    return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

function launch(chromium) {
    const root = process.getuid?.() === 0;
    return chromium.launch({
        executablePath: CHROMIUM,
        args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader',
            ...(root ? ['--no-sandbox'] : [])],
    });
}

// A page whose errors are gathered; before runs in it first.
export async function open(browser, url, options, before) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.errors = [];
    page.on('console', (message) => {
        if (message.type() === 'error')
            page.errors.push(message.text());
    });
    page.on('pageerror', (error) => page.errors.push(error.message));
    if (before)
        await page.addInitScript(before);
    await page.goto(url);
    return page;
}

// Tests the files in a folder, among them one that must be there; `make TARGET` makes them.
export async function run(root, needed, target, test) {
    const require = createRequire(join(process.cwd(), OUT, '/'));
    if (!existsSync(CHROMIUM) || !existsSync(join(root, needed))) {
        console.log(`1..0 # SKIP no chromium, or no ${root}: make ${target}`);
        return;
    }
    const { chromium } = require('playwright-core');
    const server = await serve(root);
    const browser = await launch(chromium);
    try {
        await test(browser, `http://127.0.0.1:${server.address().port}${FOLDER}`);
    } catch (error) {
        ok(false, 'the test runs to its end', error.message);
    }
    await browser.close();
    server.close();
    console.log(`1..${count}`);
}
