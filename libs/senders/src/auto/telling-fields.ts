import { hash } from 'node:crypto';
import type { ScalarField } from './collect-fields.js';
import { EVENT_NAMES, kindOf, type Kind } from './field-kind.js';
import { splitStateWords, parseStateWord } from './state-word.js';

const MAX_PARTS = 8;
const MAX_KEY_LENGTH = 250;

/** Returns whether the field is the word for a kind of events: the same for all things that it may happen to. */
export const isEventWord = ({ name, text }: ScalarField): boolean =>
  EVENT_NAMES.has(name) && !/\s\S+\s/.test(text.trim());

/** Resources that contain many things. */
const WIDE_RESOURCE =
  /^(?:source|cluster|clustername|application|applicationname|app|appname|projectname|resource|object|objectname)$/;
export const isWide = ({ name }: ScalarField): boolean => WIDE_RESOURCE.test(name);

/** Things that move: where they are is no part of what they are. */
const MOBILE =
  /^(?:vehicle|truck|car|bus|trailer|ship|vessel|drone|tracker|driver|phone|tablet|laptop)(?:id|name|no|number)?$/;
const PLACE = /^(?:location|address|place|street|road|city)(?:name|id)?$/;
const CERTIFICATE = /^(?:cert|certificate|ssl|tls|x509)/i;

/** Returns how to tell whether a field is another each time because of what the others are about. */
function createPassingCheck(fields: readonly ScalarField[]): (field: ScalarField) => boolean {
  const isMobile = fields.some(({ name, parent }) => MOBILE.test(name) || MOBILE.test(parent));
  const isAboutCertificate = fields.some(
    (field) =>
      CERTIFICATE.test(field.name + field.parent) || (isEventWord(field) && CERTIFICATE.test(field.text)),
  );
  return ({ name, parent }) =>
    (isMobile && (PLACE.test(name) || PLACE.test(parent))) ||
    // A renewed certificate has another number.
    (isAboutCertificate && /serial(?:number)?$/.test(name));
}

/**
 * Returns what tells the things apart that the same kind of events may happen to. Rather too much is taken than too little:
 * with too little the recovery of one thing would close the alert of another.
 * @param known fields that are in the key already
 */
export function findTelling(
  fields: readonly ScalarField[],
  known: readonly (ScalarField | undefined)[],
): {
  readonly ids: readonly string[];
  readonly things: readonly string[];
  readonly texts: readonly string[];
} {
  const knownPointers = new Set(known.map((one) => one?.pointer));
  const isPassing = createPassingCheck(fields);
  const found = fields.flatMap((field) => {
    const kind = knownPointers.has(field.pointer) || isPassing(field) ? undefined : kindOf(field);
    return kind === undefined ? [] : [{ kind, text: field.text }];
  });
  const textsOf = (...kinds: readonly Kind[]): readonly string[] =>
    shorten(found.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text));
  const [things, texts] = [textsOf('id', 'name'), textsOf('text')];
  // The id of a run counts only if there is nothing else, because the next run has another.
  return { ids: textsOf('id'), things, texts: texts.length > 0 ? texts : textsOf('run') };
}

function shorten(texts: readonly string[]): readonly string[] {
  const parts = [...new Set(texts)];
  const isLong = parts.length > MAX_PARTS || parts.join('/').length > MAX_KEY_LENGTH;
  return isLong ? [hash('sha256', parts.join('\n')).slice(0, 16)] : parts;
}

/** Returns the words of an event that are the same for its start, its failure and its success: `sync` of `sync_end`. */
export function eventSubject({ text }: ScalarField): string {
  return splitStateWords(text)
    .filter(
      (word) =>
        parseStateWord(word) === undefined &&
        !/^(?:on|begin|began|begun|start\w*|stop|run|running)$/.test(word),
    )
    .join(' ');
}
