import type { Role } from '#shared/kernel/scope.js';

export interface KnownUser {
  readonly user_id: string;
  readonly role: Role;
}

/** The users of domains, for a context that recognizes people elsewhere. */
export abstract class KnownUsers {
  /**
   * Returns the user of a domain with this e-mail address in any case, with the highest role of their valid API keys and of
   * their sessions at the OIDC issuer; `undefined` if there is none.
   */
  abstract findByEmail(domain_id: string, email: string): Promise<KnownUser | undefined>;
}
