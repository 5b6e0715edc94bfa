export { NotificationModule } from './notification.module.js';

export { ConsumeQuota } from './application/commands/consume-quota.js';
export { CreateQuota } from './application/commands/create-quota.js';
export { DeleteQuota } from './application/commands/delete-quota.js';
export { ReleaseQuota } from './application/commands/release-quota.js';
export { UpdateQuota } from './application/commands/update-quota.js';

export { GetQuota } from './application/queries/get-quota.js';
export { GetQuotaUsage } from './application/queries/get-quota-usage.js';
export { ListQuotas } from './application/queries/list-quotas.js';
export { SimulateQuota } from './application/queries/simulate-quota.js';
export { StatQuotas } from './application/queries/stat-quotas.js';
export { StatQuotaUsages } from './application/queries/stat-quota-usages.js';

export { LARGEST_AMOUNT, type ConsumptionOutcome } from './domain/consumption.js';
export { ceilingOf, WINDOWS, type QuotaLimit } from './domain/quota-limit.js';
export { endOf, lengthOf } from './domain/utc-window.js';
