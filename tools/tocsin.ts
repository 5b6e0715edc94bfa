#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { enterCallersFolder } from './callers-folder.js';

/** The major version of the Node that package.json pins. This file itself must run on Node 20. */
const OLDEST_NODE = 24;

enterCallersFolder('tocsin');
if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE)
  await import(new URL('./cli-bundle/main.js', import.meta.url).href);
else runByPinnedNode();

function runByPinnedNode(): void {
  const checkout = fileURLToPath(new URL('../../', import.meta.url));
  const node = `${checkout}node_modules/node/bin/node`;
  if (!existsSync(node)) {
    console.error(
      `tocsin needs Node ${OLDEST_NODE}, but this is ${process.version}. Run npm ci in ${checkout}: it installs Node ${OLDEST_NODE} there.`,
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends SIGINT to both; the child decides how it ends.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code) => (process.exitCode = code ?? 1));
}
