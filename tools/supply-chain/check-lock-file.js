// Checks the lock file before anything is installed from it, so it runs without packages and on every Node.js.
// Every package must come from the registry that npm is set to, with a digest: no address, Git repository or folder.
import { readFileSync } from 'node:fs';

const path = process.argv[2] ?? new URL('../../package-lock.json', import.meta.url);
const { lockfileVersion, packages } = JSON.parse(readFileSync(path, 'utf8'));
const problems = lockfileVersion === 3 ? [] : [`lockfileVersion is ${lockfileVersion}, not 3`];
for (const [name, { resolved, link, integrity = '' }] of Object.entries(packages ?? {})) {
  if (name === '') continue;
  if (resolved !== undefined) problems.push(`${name} comes from ${resolved}, not from the registry`);
  if (link) problems.push(`${name} is a link`);
  if (!/^sha512-[A-Za-z\d+/]{86}==$/.test(integrity)) problems.push(`${name} has no SHA-512 digest`);
}
if (problems.length > 0) {
  process.stderr.write(`${['package-lock.json is not accepted:', ...problems].join('\n- ')}\n`);
  process.exitCode = 1;
}
