import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { withoutTexts } from './release/without-texts.js';

const DOCUMENT = 'docs/openapi.yaml';
/** The OpenAPI document of the last release, which later versions must stay compatible with. */
const RELEASED = 'docs/openapi.released.json';

writeFileSync(RELEASED, `${JSON.stringify(withoutTexts(parse(readFileSync(DOCUMENT, 'utf8'))))}\n`);
console.log(`${RELEASED} is what ${DOCUMENT} promises`);
