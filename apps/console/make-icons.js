// Draws icon.svg as PNG files, which browsers need to install the console as an app. Run it when icon.svg changes. The path of
// Chromium may be given.
import { readFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';

const FOLDER = `${import.meta.dirname}/public`;
const BACKGROUND = '#4254d0';
/** Systems cut a maskable icon to their shape; only a circle of 80 % is always seen. The bell lies in it, on a full ground. */
const ICONS = [
  { name: 'icon-192.png', size: 192, background: 'transparent', scale: 1 },
  { name: 'icon-512.png', size: 512, background: 'transparent', scale: 1 },
  { name: 'icon-maskable.png', size: 512, background: BACKGROUND, scale: 0.85 },
];

const svg = await readFile(`${FOLDER}/icon.svg`, 'base64');
const browser = await chromium.launch({
  executablePath: process.argv[2] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const { name, size, background, scale } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const side = size * scale;
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${background}">` +
      `<img width="${side}" height="${side}" src="data:image/svg+xml;base64,${svg}">`,
  );
  await page.locator('img').evaluate((image) => image.decode());
  await page.screenshot({ path: `${FOLDER}/${name}`, omitBackground: true });
}
await browser.close();
