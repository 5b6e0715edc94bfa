import type { Delivery } from '../intake/domain/delivery.js';
import { decodeSegment } from './segment-codec.js';

/** `undefined` where the stored bytes are no longer what was written. */
export function tryDecode(payload: Buffer, position: number): Delivery | undefined {
  try {
    return decodeSegment(payload)[position];
  } catch {
    return undefined;
  }
}
