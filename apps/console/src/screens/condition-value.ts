const NUMBERS = new Set(['event_count', 'duplicate_count', 'resolved_after', 'acknowledged_after']);
const BOOLEANS = new Set(['acknowledged']);
/** Fields whose values can have any type. */
const JSON_FIELD = /^(?:additional_info|raw_data)\./;
/** Operators whose value is a list. */
const LIST_OPERATORS = new Set(['in', 'not_in']);
const TEXT_OPERATORS = new Set(['contain', 'not_contain', 'regex']);

/** Converts typed text to the type of the field. Text that does not fit stays text, and the API reports what is wrong. */
export function parseValue(field: string, operator: string, text: string): unknown {
  if (LIST_OPERATORS.has(operator)) return text.split(',').map((each) => parseScalar(field, each.trim()));
  return TEXT_OPERATORS.has(operator) ? text : parseScalar(field, text);
}

function parseScalar(field: string, text: string): unknown {
  const isUntyped = JSON_FIELD.test(field);
  if ((isUntyped || NUMBERS.has(field)) && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if ((isUntyped || BOOLEANS.has(field)) && /^(?:true|false)$/.test(text)) return text === 'true';
  // Quotes mark a text that looks like a number or boolean.
  return isUntyped && /^".*"$/.test(text) ? text.slice(1, -1) : text;
}
