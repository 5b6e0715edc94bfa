import { v7 } from 'uuid';

/** A segment's uuid ends in 16 zero bits; a delivery's is the same with its position there. */
const PREFIX = 32;

export function newSegmentId(at: Date): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  random.fill(0, 14);
  return v7({ msecs: at.getTime(), random });
}

export function deliveryIdOf(segmentId: string, position: number): string {
  return segmentId.slice(0, PREFIX) + position.toString(16).padStart(4, '0');
}

export function segmentIdOf(deliveryId: string): string {
  return `${deliveryId.slice(0, PREFIX)}0000`;
}

export function positionOf(deliveryId: string): number {
  return parseInt(deliveryId.slice(PREFIX), 16);
}
