import { MaxMinShares, type Holder } from '#shared/kernel/max-min-shares.js';
import type { PostingAccount } from './posting-budgets.js';

export interface IntakeLimits {
  /** Deliveries on their way in at a time. */
  readonly inFlight: number;
  /** Of all their bodies while they are read, bytes. */
  readonly memoryBytes: number;
}

/** Whose webhook it is. */
export interface IntakeOwner {
  readonly webhook_id: string;
  readonly domain_id: string;
}

/** A body on its way in. */
export interface Upload {
  /** Whether more of it has to come. */
  readonly isUnfinished: boolean;
  /** Milliseconds since it was let in. */
  readonly age: number;
  /** Bytes. */
  readonly received: number;
  /** Ends it, and tells its sender to come again. */
  cutOff(why: 'slow' | 'evicted'): void;
}

/** What one delivery holds from when it is let in until its answer is sent. */
export class IntakeLease {
  body: Holder | undefined;
  bytes = 0;
  upload: Upload | undefined;
  /** What was charged for it, and the bytes. */
  account: PostingAccount | undefined;
  declared = 0;

  constructor(public place: Holder | undefined) {}
}

/** So few are done with in some milliseconds: where even that takes long, it is not they who make it long. */
const CROWD = 128;

/**
 * What the deliveries on their way in may take, shared max-min fairly between webhooks and domains. Where a webhook wants
 * no more than its equal part and others hold it, their oldest unfinished bodies are cut off.
 */
export class IntakeBudget {
  private readonly places: MaxMinShares;
  private readonly memory: MaxMinShares;
  /** Holds the places of those whose key is not checked yet. */
  private readonly nobody: Holder;
  /** The oldest first. */
  private readonly leases = new Set<IntakeLease>();

  constructor({ inFlight, memoryBytes }: IntakeLimits) {
    this.places = new MaxMinShares(inFlight);
    this.memory = new MaxMinShares(memoryBytes);
    this.nobody = this.places.holderOf('', '');
  }

  /** Whether so many are on their way in that a process which is late should let in no more of this webhook. */
  isCrowded(webhook_id: string): boolean {
    if (this.places.taken < CROWD) return false;
    const holder = this.places.find(webhook_id) ?? this.nobody;
    return holder.held + 1 > this.places.partOf(holder, CROWD);
  }

  /** A place for somebody who is not known yet; `undefined` where there is none. */
  enter(): IntakeLease | undefined {
    return this.places.take(this.nobody, 1) ? new IntakeLease(this.nobody) : undefined;
  }

  /** Makes the place its webhook's. Whether its share had one, and room for the body. */
  admit(lease: IntakeLease, { webhook_id, domain_id }: IntakeOwner, bytes: number, upload: Upload): boolean {
    this.places.giveBack(this.nobody, 1);
    lease.place = undefined;
    const place = this.places.holderOf(domain_id, webhook_id);
    if (!this.take(this.places, place, 1)) return false;
    lease.place = place;
    const body = this.memory.holderOf(domain_id, webhook_id);
    if (!this.take(this.memory, body, bytes)) return false;
    lease.body = body;
    lease.bytes = bytes;
    lease.upload = upload;
    this.leases.add(lease);
    return true;
  }

  /** May be told more than once: what was cut off leaves before its connection ends. */
  leave(lease: IntakeLease): void {
    this.leases.delete(lease);
    if (lease.place !== undefined) this.places.giveBack(lease.place, 1);
    if (lease.body !== undefined) this.memory.giveBack(lease.body, lease.bytes);
    lease.place = undefined;
    lease.body = undefined;
  }

  /** Cuts off what is let in for so long and comes slower than that. */
  cutSlow(fromAge: number, bytesPerSecond: number): void {
    for (const lease of this.leases) {
      const { upload } = lease;
      if (upload === undefined || upload.age < fromAge) return;
      if (upload.isUnfinished && upload.received < (upload.age / 1_000) * bytesPerSecond) {
        this.leave(lease);
        upload.cutOff('slow');
      }
    }
  }

  private take(shares: MaxMinShares, holder: Holder, amount: number): boolean {
    if (shares.take(holder, amount)) return true;
    if (!shares.isEntitled(holder, amount) || !this.makeRoom(shares, holder, amount)) return false;
    return shares.takeFreed(holder, amount);
  }

  /** All that it takes, or nothing. */
  private makeRoom(shares: MaxMinShares, holder: Holder, amount: number): boolean {
    const isOfDomain = shares.isDomainOver(holder, amount);
    const evicted: IntakeLease[] = [];
    let missing = isOfDomain ? amount : amount - shares.free;
    for (const lease of this.leases) {
      if (missing <= 0) break;
      const other = shares === this.places ? lease.place : lease.body;
      if (other === undefined || lease.upload?.isUnfinished !== true || !shares.isOver(other)) continue;
      if (isOfDomain && other.domain !== holder.domain) continue;
      evicted.push(lease);
      missing -= shares === this.places ? 1 : lease.bytes;
    }
    if (missing > 0) return false;
    for (const lease of evicted) {
      this.leave(lease);
      lease.upload?.cutOff('evicted');
    }
    return true;
  }
}
