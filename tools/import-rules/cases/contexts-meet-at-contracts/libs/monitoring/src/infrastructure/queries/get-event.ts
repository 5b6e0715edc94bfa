import { IdentityModule } from '#identity';

export const other = IdentityModule;
