import { stableTitleOf0_2 } from '../vocabulary/subject-0-2.js';
import type { IdentityRules } from './identity.js';

/** What version 1.0.0 takes for the identity of an alarm. Recoveries of alarms that it opened are still found by it. */
export const IDENTITY_V1_0: IdentityRules = {
  stableTitle: stableTitleOf0_2,
  keepsRules: true,
  createCodeCheck: () => () => false,
  isCodeName: () => false,
  findParts: () => [],
  tellsThingsApart: false,
};
