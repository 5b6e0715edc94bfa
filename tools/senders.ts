import 'reflect-metadata';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { senderPages } from './senders/sender-page.js';

const FOLDER = 'docs/senders';

// Whole pages only: one of a plugin that is gone must not stay.
mkdirSync(FOLDER, { recursive: true });
for (const name of readdirSync(FOLDER)) rmSync(`${FOLDER}/${name}`);
const pages = senderPages();
for (const [name, page] of pages) writeFileSync(`${FOLDER}/${name}`, page);
console.log(`${pages.size} pages in ${FOLDER}`);
