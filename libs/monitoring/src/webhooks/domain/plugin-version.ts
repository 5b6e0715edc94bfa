import { DomainError } from '#shared/kernel/domain-error.js';

export const UPGRADE_MODES = ['MANUAL', 'AUTO'] as const;
/** AUTO: the guarded upgrade moves the webhook to newer versions. MANUAL: the version is pinned. */
export type UpgradeMode = (typeof UPGRADE_MODES)[number];

export interface VersionChoice {
  readonly version: string;
  readonly upgrade_mode: UpgradeMode;
}

/**
 * Returns the version of a webhook's plugin after a request. Without a version the current one stays, even if the mode changes to
 * AUTO: only the upgrade, which tries a version first, changes it. A given version is pinned.
 * @param prefix path of the two fields in the request, for example `plugin_info.`
 * @throws ERROR_INVALID_PARAMETER
 */
export function chooseVersion(
  current: VersionChoice,
  asked: { readonly version?: string | undefined; readonly upgrade_mode?: UpgradeMode | undefined },
  prefix = '',
): VersionChoice {
  const { version, upgrade_mode } = asked;
  if (version === undefined) {
    return { version: current.version, upgrade_mode: upgrade_mode ?? current.upgrade_mode };
  }
  if (upgrade_mode === 'AUTO') {
    throw DomainError.invalid(
      `${prefix}version`,
      'cannot be given with upgrade_mode AUTO, which chooses it; leave one of them out',
    );
  }
  return { version, upgrade_mode: 'MANUAL' };
}
