import { MaxMinShares, type Holder } from '#shared/kernel/domain-shares.js';
import type { PostingAccount } from './posting-budgets.js';

export interface IntakeLimits {
  /** The maximum number of deliveries in flight. */
  readonly inFlight: number;
  /** The memory for all their bodies, in bytes. */
  readonly memoryBytes: number;
}

/** The webhook of a delivery, and its domain. */
export interface IntakeOwner {
  readonly webhook_id: string;
  readonly domain_id: string;
}

/** A body that is being received. */
export interface Upload {
  /** Whether a part of the body is still missing. */
  readonly isUnfinished: boolean;
  /** Milliseconds since the delivery was admitted. */
  readonly age: number;
  /** Bytes. */
  readonly received: number;
  /** Ends the upload with a response that tells the sender to retry. */
  cutOff(reason: 'slow' | 'evicted'): void;
}

/** The resources that one delivery holds from its admission until its response is sent and it is written. */
export class IntakeLease {
  body: Holder | undefined;
  bytes = 0;
  upload: Upload | undefined;
  /** Whether the delivery is being written: it then occupies memory even after its sender has disconnected. */
  isBeingHandled = false;
  /** The account that the delivery was charged to, and the bytes charged. */
  account: PostingAccount | undefined;
  declared = 0;

  constructor(public place: Holder | undefined) {}
}

/** Up to this number, deliveries in flight do not count as a crowd: they take milliseconds, so they cause no overload. */
const MIN_CROWD = 128;

/**
 * Shares places and memory for deliveries in flight max-min fairly between domains and their webhooks. If a webhook asks for
 * no more than its equal part and others hold that part, their oldest unfinished bodies are cut off.
 */
export class IntakeBudget {
  private readonly places: MaxMinShares;
  private readonly memory: MaxMinShares;
  /** Holds the places of deliveries whose access key is not checked yet. */
  private readonly unassigned: Holder;
  /** In the order of admission. */
  private readonly leases = new Set<IntakeLease>();

  constructor({ inFlight, memoryBytes }: IntakeLimits) {
    this.places = new MaxMinShares(inFlight);
    this.memory = new MaxMinShares(memoryBytes);
    this.unassigned = this.places.getHolder('', '');
  }

  /** Whether an overloaded process should reject this webhook: many deliveries are in flight, and it has its part of them. */
  isCrowded(webhook_id: string): boolean {
    if (this.places.inUse < MIN_CROWD) return false;
    const holder = this.places.find(webhook_id) ?? this.unassigned;
    return holder.held + 1 > this.places.getFairShare(holder, MIN_CROWD);
  }

  /** Takes a place for a delivery whose key is not checked yet; `undefined` if none is free. */
  acquire(): IntakeLease | undefined {
    return this.places.acquire(this.unassigned, 1) ? new IntakeLease(this.unassigned) : undefined;
  }

  /** Assigns the place to the webhook and reserves memory for the body. Returns whether the webhook's share allows both. */
  admit(lease: IntakeLease, { webhook_id, domain_id }: IntakeOwner, bytes: number, upload: Upload): boolean {
    this.places.release(this.unassigned, 1);
    lease.place = undefined;
    const place = this.places.getHolder(domain_id, webhook_id);
    if (!this.takeShare(this.places, place, 1)) return false;
    lease.place = place;
    const body = this.memory.getHolder(domain_id, webhook_id);
    if (!this.takeShare(this.memory, body, bytes)) return false;
    lease.body = body;
    lease.bytes = bytes;
    lease.upload = upload;
    this.leases.add(lease);
    return true;
  }

  /** Reserves memory for a body that is larger than was expected. Returns whether the webhook's share allows it. */
  grow(lease: IntakeLease, bytes: number): boolean {
    if (bytes <= lease.bytes) return true;
    if (lease.body === undefined || !this.takeShare(this.memory, lease.body, bytes - lease.bytes, lease))
      return false;
    lease.bytes = bytes;
    return true;
  }

  /** Releases the lease. Idempotent: an upload that is cut off is released before its connection closes. */
  release(lease: IntakeLease): void {
    this.leases.delete(lease);
    if (lease.place !== undefined) this.places.release(lease.place, 1);
    if (lease.body !== undefined) this.memory.release(lease.body, lease.bytes);
    lease.place = undefined;
    lease.body = undefined;
  }

  /** Cuts off uploads that are older than `minAgeMs` milliseconds and slower than `bytesPerSecond` on average. */
  cutOffSlow(minAgeMs: number, bytesPerSecond: number): void {
    for (const lease of this.leases) {
      const { upload } = lease;
      if (upload === undefined || upload.age < minAgeMs) return;
      if (upload.isUnfinished && upload.received < (upload.age / 1_000) * bytesPerSecond) {
        this.release(lease);
        upload.cutOff('slow');
      }
    }
  }

  private takeShare(shares: MaxMinShares, holder: Holder, amount: number, growing?: IntakeLease): boolean {
    if (shares.acquire(holder, amount)) return true;
    if (!shares.isEntitled(holder, amount) || !this.evictUploads(shares, holder, amount, growing))
      return false;
    return shares.acquireFreed(holder, amount);
  }

  /** Evicts as many uploads as needed, oldest first; none if all of them would not free enough. */
  private evictUploads(
    shares: MaxMinShares,
    holder: Holder,
    amount: number,
    growing: IntakeLease | undefined,
  ): boolean {
    const isDomainLimited = shares.isDomainOverShare(holder, amount);
    const evicted: IntakeLease[] = [];
    let shortfall = isDomainLimited ? amount : amount - shares.free;
    for (const lease of this.leases) {
      if (shortfall <= 0) break;
      const otherHolder = shares === this.places ? lease.place : lease.body;
      if (
        otherHolder === undefined ||
        lease === growing ||
        lease.upload?.isUnfinished !== true ||
        !shares.isOverShare(otherHolder)
      )
        continue;
      if (isDomainLimited && otherHolder.domain !== holder.domain) continue;
      evicted.push(lease);
      shortfall -= shares === this.places ? 1 : lease.bytes;
    }
    if (shortfall > 0) return false;
    for (const lease of evicted) {
      this.release(lease);
      lease.upload?.cutOff('evicted');
    }
    return true;
  }
}
