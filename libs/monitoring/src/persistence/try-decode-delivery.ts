import type { Delivery } from '../intake/domain/delivery.js';
import { decodeSegment } from './segment-codec.js';

/** Returns a delivery of a segment; `undefined` if the stored bytes are damaged. */
export function tryDecodeDelivery(payload: Buffer, position: number): Delivery | undefined {
  try {
    return decodeSegment(payload)[position];
  } catch {
    return undefined;
  }
}
