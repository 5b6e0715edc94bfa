import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { formatId } from '#shared/kernel/ids.js';

/** A segment's uuid ends in 16 zero bits; a delivery's is the same with its position there. */
const PREFIX = 32;
/** Higher than that of any delivery of a segment. */
export const LAST_POSITION = 0xffff;

const PROCESS = randomBytes(16).fill(0, 14);
let sequence = PROCESS.readUInt32BE();

/** Tells processes apart by what they drew, and segments of a process by a number that counts from there. */
export function newSegmentId(at: Date): string {
  sequence = (sequence + 1) >>> 0;
  return v7({ msecs: at.getTime(), random: PROCESS, seq: sequence });
}

export function deliveryIdOf(segmentId: string, position: number): string {
  return segmentId.slice(0, PREFIX) + position.toString(16).padStart(4, '0');
}

/** As a TypeID. */
export function deliveryNameOf(segmentId: string, position: number): string {
  return formatId('delivery', deliveryIdOf(segmentId, position));
}

export function segmentIdOf(deliveryId: string): string {
  return `${deliveryId.slice(0, PREFIX)}0000`;
}

export function positionOf(deliveryId: string): number {
  return parseInt(deliveryId.slice(PREFIX), 16);
}

/** Of a uuid (v7), milliseconds since the epoch: a segment is stored by this, whenever its deliveries arrived. */
export function timeOf(uuid: string): number {
  return parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}
