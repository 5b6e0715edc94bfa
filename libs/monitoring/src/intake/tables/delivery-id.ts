import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { formatId } from '#shared/kernel/ids.js';

/** The uuid of a segment ends in 16 zero bits. The uuid of a delivery is the same, with its position in these bits. */
const PREFIX_LENGTH = 32;
/** Higher than the position of any delivery in a segment. */
export const LAST_POSITION = 0xffff;

const PROCESS_RANDOM = randomBytes(16).fill(0, 14);
let sequence = PROCESS_RANDOM.readUInt32BE();

/** Returns a new id, unique across processes by random bits and within a process by a sequence number. */
export function newSegmentId(at: Date): string {
  sequence = (sequence + 1) >>> 0;
  return v7({ msecs: at.getTime(), random: PROCESS_RANDOM, seq: sequence });
}

export function deliveryIdOf(segmentId: string, position: number): string {
  return segmentId.slice(0, PREFIX_LENGTH) + position.toString(16).padStart(4, '0');
}

/** Returns the public id (TypeID) of a delivery. */
export function formatDeliveryId(segmentId: string, position: number): string {
  return formatId('delivery', deliveryIdOf(segmentId, position));
}

export function segmentIdOf(deliveryId: string): string {
  return `${deliveryId.slice(0, PREFIX_LENGTH)}0000`;
}

export function positionOf(deliveryId: string): number {
  return parseInt(deliveryId.slice(PREFIX_LENGTH), 16);
}
