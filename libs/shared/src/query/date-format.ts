import { toInstantSql, type Expression } from './expression.js';
import { invalidQuery, abbreviate } from './invalid-query.js';
import type { SqlParameters } from './statement.js';

const DATE_PARTS = ['year', 'month', 'day', 'hour'];
const TEMPLATES: Readonly<Record<string, string>> = {
  '%Y': 'YYYY',
  '%m': 'MM',
  '%d': 'DD',
  '%H': 'HH24',
  '%M': 'MI',
  '%S': 'SS',
  '%j': 'DDD',
  '%G': 'IYYY',
  '%V': 'IW',
  '%u': 'ID',
};

/** Returns a part of an instant as a number, or the instant formatted by a pattern, in a time zone. */
export function compileDateFormat(
  field: Expression,
  options: { readonly format: unknown; readonly zone: string; readonly place: string },
  values: SqlParameters,
): Expression {
  const { format, place } = options;
  if (field.type !== 'date' && field.type !== 'json') {
    throw invalidQuery(`${place}.date_format`, 'fits only a date');
  }
  const zone = values.add(options.zone, 'text');
  const local = `${toInstantSql(field)} at time zone ${zone}`;
  if (DATE_PARTS.includes(String(format)))
    return { type: 'number', sql: `extract(${String(format)} from ${local})::int` };
  const template = values.add(compileTemplate(format, `${place}.date_format`), 'text');
  return { type: 'text', sql: `to_char(${local}, ${template})` };
}

function compileTemplate(format: unknown, place: string): string {
  const known = Object.keys(TEMPLATES).join(' ');
  if (typeof format !== 'string' || !format.includes('%') || format.length > 100) {
    throw invalidQuery(place, `must be ${DATE_PARTS.join(', ')} or a pattern of ${known}`);
  }
  return (format.match(/%[\s\S]?|[^%]+/g) ?? [])
    .map((part) => {
      if (!part.startsWith('%')) return quoteLiteral(part);
      const template = TEMPLATES[part];
      if (template === undefined)
        throw invalidQuery(place, `has an unknown ${abbreviate(part)}; known are ${known}`);
      // The empty quotes end the template, so that it cannot combine with the next one.
      return `${template}""`;
    })
    .join('');
}

/** Quotes literal text for to_char. */
function quoteLiteral(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
}
