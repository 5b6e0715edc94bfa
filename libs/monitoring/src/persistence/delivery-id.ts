import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { formatId, threeDigits } from '#shared/kernel/ids.js';

/** Characters of a uuid before its last group. */
const BEGINNING = 24;
/** A segment's uuid ends in 16 zero bits; a delivery's is the same with its position there. */
const PREFIX = 32;
/** Higher than that of any delivery of a segment. */
export const LAST_POSITION = 0xffff;

// Drawn once: random bytes for each segment would cost more than writing it down.
const PROCESS = randomBytes(16).fill(0, 14);
let sequence = PROCESS.readUInt32BE();
/** So many bits of the sequence are in the last group of an id, which has no others that change: all there can be. */
const LAST_BITS = 6;
const LAST_GROUPS = Array.from({ length: 1 << LAST_BITS }, (_, seq) => idOf(0, seq).slice(BEGINNING));
/** How the last id began, and the time and the part of the sequence that are in there. */
let begun = { at: Number.NaN, part: Number.NaN, text: '' };

/**
 * Tells processes apart by what they drew, and segments of a process by a number that counts from there. The library takes
 * as long for an id as writing the segment does; those of a flush begin alike.
 */
export function newSegmentId(at: Date): string {
  sequence = (sequence + 1) >>> 0;
  const milliseconds = at.getTime();
  const part = sequence >>> LAST_BITS;
  if (begun.at !== milliseconds || begun.part !== part)
    begun = { at: milliseconds, part, text: idOf(milliseconds, sequence).slice(0, BEGINNING) };
  return begun.text + (LAST_GROUPS[sequence % LAST_GROUPS.length] as string);
}

function idOf(msecs: number, seq: number): string {
  return v7({ msecs, random: PROCESS, seq });
}

export function deliveryIdOf(segmentId: string, position: number): string {
  return segmentId.slice(0, PREFIX) + position.toString(16).padStart(4, '0');
}

/** The TypeIDs of a segment's deliveries by their positions, below 2^15: they differ in the last three digits only. */
export function deliveryNames(segmentId: string): (position: number) => string {
  const prefix = formatId('delivery', segmentId).slice(0, -3);
  return (position) => prefix + threeDigits(position);
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
