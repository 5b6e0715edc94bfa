const NUMBERS = new Set(['event_count', 'duplicate_count', 'resolved_after', 'acknowledged_after']);
const BOOLEANS = new Set(['acknowledged']);
/** Fields whose values can have any type. */
const INSIDE_JSON = /^(?:additional_info|raw_data)\./;
/** Operators whose value is a list. */
const OF_LISTS = new Set(['in', 'not_in']);
const OF_TEXT = new Set(['contain', 'not_contain', 'regex']);

/** Converts typed text to the type of the field. Text that does not fit stays text, and the API reports what is wrong. */
export function valueIn(field: string, operator: string, text: string): unknown {
  if (OF_LISTS.has(operator)) return text.split(',').map((each) => scalarIn(field, each.trim()));
  return OF_TEXT.has(operator) ? text : scalarIn(field, text);
}

function scalarIn(field: string, text: string): unknown {
  const isAny = INSIDE_JSON.test(field);
  if ((isAny || NUMBERS.has(field)) && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if ((isAny || BOOLEANS.has(field)) && /^(?:true|false)$/.test(text)) return text === 'true';
  // Quotes mark a text that looks like a number or boolean.
  return isAny && /^".*"$/.test(text) ? text.slice(1, -1) : text;
}
