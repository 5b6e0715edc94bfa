const NUMBERS = new Set(['event_count', 'duplicate_count', 'resolved_after', 'acknowledged_after']);
const BOOLEANS = new Set(['acknowledged']);
/** Their values are of any type. */
const INSIDE_JSON = /^(?:additional_info|raw_data)\./;
/** They take a list. */
const OF_LISTS = new Set(['in', 'not_in']);
const OF_TEXT = new Set(['contain', 'not_contain', 'regex']);

/** What somebody typed, as the API takes it for the field. What does not fit stays text: the API says why not. */
export function valueIn(field: string, operator: string, text: string): unknown {
  if (OF_LISTS.has(operator)) return text.split(',').map((each) => scalarIn(field, each.trim()));
  return OF_TEXT.has(operator) ? text : scalarIn(field, text);
}

function scalarIn(field: string, text: string): unknown {
  const isAny = INSIDE_JSON.test(field);
  if ((isAny || NUMBERS.has(field)) && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if ((isAny || BOOLEANS.has(field)) && /^(?:true|false)$/.test(text)) return text === 'true';
  // In quotes it is text also where it looks like a number.
  return isAny && /^".*"$/.test(text) ? text.slice(1, -1) : text;
}
