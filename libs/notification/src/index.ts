export { NotificationModule } from './notification.module.js';

export { ConsumeQuota } from './quotas/application/consume-quota.js';
export { CreateQuota } from './quotas/application/create-quota.js';
export { DeleteQuota } from './quotas/application/delete-quota.js';
export { ReleaseQuota } from './quotas/application/release-quota.js';
export { UpdateQuota } from './quotas/application/update-quota.js';

export { GetQuota } from './quotas/application/get-quota.js';
export { GetQuotaUsage } from './quotas/application/get-quota-usage.js';
export { ListQuotas } from './quotas/application/list-quotas.js';
export { SimulateQuota } from './quotas/application/simulate-quota.js';
export { StatQuotas } from './quotas/application/stat-quotas.js';
export { StatQuotaUsages } from './quotas/application/stat-quota-usages.js';

export { LARGEST_AMOUNT, type ConsumptionOutcome } from './quotas/domain/consumption.js';
export { ceilingOf, WINDOWS, type QuotaLimit } from './quotas/domain/quota-limit.js';
export { endOf, lengthOf } from './quotas/domain/utc-window.js';
