import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { withoutTexts } from './release/without-texts.js';

const DOCUMENT = 'docs/openapi.yaml';
/** What clients of the last release rely on. */
const RELEASED = 'docs/openapi.released.json';

writeFileSync(RELEASED, `${JSON.stringify(withoutTexts(parse(readFileSync(DOCUMENT, 'utf8'))))}\n`);
console.log(`${RELEASED} is what ${DOCUMENT} promises`);
