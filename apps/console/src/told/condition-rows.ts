import { parseValue } from '../screens/condition-value.js';
import {
  OPERATOR_WORDS,
  readParts,
  readSeverities,
  type Condition,
  type Conditions,
} from './describe-conditions.js';

/** A condition as the row of a form. */
export interface Row {
  readonly id: number;
  readonly field: string;
  readonly operator: string;
  /** The value as typed; items of a list are separated by commas. */
  readonly text: string;
  /** Whether it is one of the alternatives, of which at least one must match. */
  readonly isAny: boolean;
  /** The condition from which the row was made, until it is edited. Rows cannot show all of them. */
  readonly original?: Condition | undefined;
}

let lastId = 0;

export function emptyRow(isAny = false): Row {
  lastId += 1;
  return { id: lastId, field: '', operator: 'eq', text: '', isAny };
}

/** Whether the three controls of a row can show a condition. Others are shown as text. */
export const isEditable = ({ original }: Row): boolean =>
  original === undefined || Object.hasOwn(OPERATOR_WORDS, readParts(original).operator);

/** Returns the rows of conditions, without that of the severities, which have buttons. */
export function toRows(conditions: Conditions, hasSeverities: boolean): readonly Row[] {
  const about = hasSeverities ? findSeverities(conditions) : undefined;
  const rows = (list: readonly Condition[], isAny: boolean) =>
    list
      .filter((condition) => condition !== about)
      .map((original): Row => {
        const { field, operator, value } = readParts(original);
        const text = operator === 'exists' && value === false ? 'no' : printValue(value);
        return { ...emptyRow(isAny), field, operator, text, original };
      });
  return [...rows(conditions.filter, false), ...rows(conditions.filter_or, true)];
}

/** Returns the condition that buttons for severities show. */
export const findSeverities = ({ filter }: Conditions): Condition | undefined =>
  filter.find((condition) => readSeverities(condition) !== undefined);

/** Returns the conditions of rows; those without a field are not complete yet. */
export function toConditions(rows: readonly Row[], severities: Condition | undefined): Conditions {
  const complete = rows.filter(({ field, original }) => original !== undefined || field.trim() !== '');
  const list = (isAny: boolean) => complete.filter((row) => row.isAny === isAny).map(toCondition);
  return {
    filter: [...(severities === undefined ? [] : [severities]), ...list(false)],
    filter_or: list(true),
  };
}

function toCondition({ field, operator, text, original }: Row): Condition {
  if (original !== undefined) return original;
  const k = field.trim();
  if (operator === 'exists') return { k, v: text !== 'no', o: operator };
  const value = parseValue(k, operator, text.trim());
  return { k, v: Array.isArray(value) ? value.filter((item) => item !== '') : value, o: operator };
}

function printValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(printValue).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
}
