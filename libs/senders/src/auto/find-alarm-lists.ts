import { isObject, type Json } from '#shared/kernel/json.js';
import { toJsonPointer } from '../vocabulary/alarm-finder.js';
import { normaliseWord } from '../vocabulary/word.js';
import { singular } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import {
  ALARM_LIST,
  ID_LIKE,
  hasWatcher,
  isAlarmLike,
  isEvidence,
  isGroup,
  isNamed,
  isNameValuePair,
  isPlaced,
  isStated,
  isTitled,
  NEUTRAL_LIST,
  PART_LIST,
  parseListState,
  SEVERITY_LIST,
  STATEMENT,
  THING_LIST,
} from './list-words.js';

type Fields = Readonly<Record<string, Json>>;

/** An element of a list of alarms. */
interface ListElement {
  readonly value: Json;
  readonly pointer: string;
  /** What only the key in an object of alarms says: the id of the alarm, or its name. */
  readonly own: readonly ScalarField[];
}

/** A list, or an object by id, in which each element is an alarm. */
export interface AlarmList {
  readonly pointer: string;
  readonly elements: readonly ListElement[];
  /** What the name of the list says about its elements: `resolved`, `critical`. */
  readonly said: readonly ScalarField[];
}

/** Lists are searched in the body, in the objects inside it, and in those inside these. */
const MAX_LEVELS = 3;
const MAX_NODES = 50;

/** What counts for the lists inside an object. */
interface Parent {
  /** The object is itself an alarm. */
  readonly isAlarm: boolean;
  readonly isTitled: boolean;
  readonly hasWatcher: boolean;
}

/** Finds the lists of alarms that are nested least. */
export function findAlarmLists(body: Fields): readonly AlarmList[] {
  const isAlarm = isTitled(body) && isStated(body);
  const byId = findMapOfAlarms('', body, '', isTitled(body));
  if (byId !== undefined) return [byId];
  let level: readonly (readonly [Fields, string])[] = [[body, '']];
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth += 1) {
    const lists = level.flatMap(([node, pointer]) => findListsIn(node, pointer, isAlarm));
    if (lists.length > 0) return lists;
    level = level.flatMap(([node, pointer]) => childObjects(node, pointer)).slice(0, MAX_NODES);
  }
  return [];
}

/** Returns the lists that are named after alarms or a state; without any, the lists with a neutral name, or else with any name. */
function findListsIn(node: Fields, base: string, isAlarm: boolean): readonly AlarmList[] {
  const parent = { isAlarm, isTitled: isTitled(node), hasWatcher: hasWatcher(node) };
  const found = Object.entries(node).flatMap(([name, member]) => {
    const rank = rankList(normaliseWord(name).replaceAll(/[^a-z\d]/g, ''), member, parent);
    return rank === undefined ? [] : [{ rank, name, member }];
  });
  const best = Math.min(...found.map(({ rank }) => rank));
  return found
    .filter(({ rank }) => rank === best)
    .flatMap(({ name, member }) => {
      const pointer = base + toJsonPointer([name]);
      const list = Array.isArray(member)
        ? listOf(name, pointer, member)
        : findMapOfAlarms(name, member, pointer, parent.isTitled);
      return list === undefined ? [] : [list];
    });
}

/** Returns how surely the member is a list of alarms (the lowest is the surest); `undefined` if it is none. */
function rankList(name: string, member: Json, parent: Parent): number | undefined {
  const { isAlarm } = parent;
  const isMap = isObject(member) && !Array.isArray(member);
  const elements = Array.isArray(member) ? member : isMap ? Object.values(member) : [];
  const objects = elements.filter((one) => isObject(one) && Object.keys(one).length > 0) as readonly Fields[];
  if (!isMap && !isAlarm && objects.some(isGroup)) return 0;
  if (elements.length === 0 || PART_LIST.test(name)) return undefined;
  const isNamedAfterAlarms =
    ALARM_LIST.test(name) || SEVERITY_LIST.test(name) || parseListState(name) !== undefined;
  if (isMap)
    return isAlarm || findMapOfAlarms(name, member, '', parent.isTitled) === undefined
      ? undefined
      : isNamedAfterAlarms
        ? 0
        : 1;
  const isNeutral = NEUTRAL_LIST.test(name);
  if (objects.length === 0)
    return !parent.isTitled && isListOfTexts(elements, name) && (isNamedAfterAlarms || isNeutral)
      ? 0
      : undefined;
  if (objects.some(isNameValuePair) || (parent.hasWatcher && isEvidence(objects))) return undefined;
  if (isNamedAfterAlarms)
    return (
      isAlarm
        ? objects.every(isStatement)
        : objects.some((one) => isNamed(one) || isStatement(one) || isPlaced(one))
    )
      ? 0
      : undefined;
  if (isAlarm) return isNeutral && objects.every(isStatement) ? 1 : undefined;
  if (parent.isTitled)
    return objects.every((one) => isPlaced(one) && isNamed(one) && isStatement(one)) ||
      (isNeutral && objects.every((one) => isNamed(one) && isStated(one)))
      ? 1
      : undefined;
  if (isNeutral || THING_LIST.test(name))
    return objects.filter(isAlarmLike).length * 2 > objects.length ? 1 : undefined;
  return objects.every((one) => isStated(one) && (isNamed(one) || isPlaced(one))) ? 2 : undefined;
}

const isStatement = (element: Fields): boolean => Object.keys(element).some((name) => STATEMENT.test(name));

/** Returns whether the elements are sentences, or empty. In a list named after a state, they may be names. */
const isListOfTexts = (elements: readonly Json[], name: string): boolean =>
  elements.every(
    (one) =>
      one === null ||
      (isObject(one) && Object.keys(one).length === 0) ||
      (typeof one === 'string' && (parseListState(name) === undefined ? /\S\s+\S/ : /\S{2}/).test(one)),
  );

function listOf(name: string, pointer: string, list: readonly Json[]): AlarmList {
  const elements = list.map((value, index) => ({ value, pointer: `/${index}`, own: [] }));
  return { pointer, elements, said: sayOf(name, pointer) };
}

/** Reads an object of alarms by id or name, such as `{"alerts": {"17": {…}, "18": {…}}}`. */
function findMapOfAlarms(
  name: string,
  member: Json,
  pointer: string,
  isParentTitled: boolean,
): AlarmList | undefined {
  if (!isObject(member) || Array.isArray(member)) return undefined;
  const entries = Object.entries(member);
  const values = entries.map(([, one]) => one);
  if (entries.length === 0 || !values.every((one) => isObject(one) && !Array.isArray(one))) return undefined;
  const normalisedName = normaliseWord(name).replaceAll(/[^a-z\d]/g, '');
  const objects = values as readonly Fields[];
  const isOfAlarms =
    (ALARM_LIST.test(normalisedName) && singular(normalisedName) !== normalisedName) ||
    parseListState(normalisedName) !== undefined;
  const isOfThings = THING_LIST.test(normalisedName);
  const hasIds = entries.every(([key]) => /\d/.test(key));
  if (!isOfAlarms && !isOfThings && !(hasIds && (name === '' || NEUTRAL_LIST.test(normalisedName))))
    return undefined;
  if (!isOfAlarms && (entries.length < 2 || (isParentTitled && name !== ''))) return undefined;
  if (!objects.every(isOfAlarms ? (one) => isNamed(one) || isAlarmLike(one) : isStatement)) return undefined;
  const isNumbered = entries.every(([key], index) => key === String(index) || key === String(index + 1));
  const elements = entries.map(([key, value]) => ({
    value,
    pointer: toJsonPointer([key]),
    own: isNumbered ? [] : [keyField(key, singular(normalisedName), isOfThings)],
  }));
  return { pointer, elements, said: sayOf(name, pointer) };
}

/** Returns the key in an object of alarms as a field. It ranks below the fields of the alarm itself. */
function keyField(key: string, kind: string, isOfThings: boolean): ScalarField {
  const isId = !isOfThings && ID_LIKE.test(key);
  return {
    name: isId ? 'id' : 'name',
    parent: isId ? '' : isOfThings ? kind : 'alert',
    depth: 1,
    pointer: '',
    text: key,
    value: key,
  };
}

/** Returns what the name of a list says about each of its elements, as fields. */
function sayOf(name: string, pointer: string): readonly ScalarField[] {
  const normalisedName = normaliseWord(name).replaceAll(/[^a-z\d]/g, '');
  const state = parseListState(normalisedName);
  const severity = SEVERITY_LIST.exec(normalisedName)?.[1];
  const field = { parent: '', depth: 0, pointer };
  return [
    ...(state === undefined ? [] : [{ ...field, name: 'status', text: state, value: state }]),
    ...(severity === undefined ? [] : [{ ...field, name: 'severity', text: severity, value: severity }]),
  ];
}

function childObjects(node: Fields, base: string): readonly (readonly [Fields, string])[] {
  return Object.entries(node).flatMap(([name, member]) =>
    isObject(member) && !Array.isArray(member) ? [[member, base + toJsonPointer([name])] as const] : [],
  );
}
