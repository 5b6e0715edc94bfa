import { DomainError } from '#shared/kernel/domain-error.js';
import type { Json } from '#shared/kernel/json.js';

/**
 * Serializes the content of an envelope, with all digits of its numbers. The result is ASCII, because the content type of the
 * delivery may declare any charset. @throws ERROR_INVALID_PARAMETER
 */
export function serializeJson(data: Json, contentType: string): Buffer {
  try {
    const text = JSON.stringify(data);
    return Buffer.from(/charset/i.test(contentType) ? escapeNonAscii(text) : text);
  } catch (error) {
    // Parsing accepts any depth, but `JSON.stringify` throws a RangeError beyond some depth.
    if (error instanceof RangeError) throw DomainError.invalid('data', 'is nested too deep');
    throw error;
  }
}

function escapeNonAscii(text: string): string {
  return text.replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
