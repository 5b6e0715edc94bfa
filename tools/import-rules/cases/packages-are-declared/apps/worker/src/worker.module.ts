import { ResolverFactory } from 'enhanced-resolve';

export const resolver = ResolverFactory;
