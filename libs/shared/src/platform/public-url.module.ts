import { Global, Module, type DynamicModule } from '@nestjs/common';
import { PublicUrl } from '../kernel/public-url.js';
import type { HttpConfig } from './config/config.js';

/** Provides the public address to every module. */
@Global()
@Module({})
export class PublicUrlModule {
  static forRoot({ publicUrl, isPublicUrlSet }: HttpConfig): DynamicModule {
    return {
      module: PublicUrlModule,
      providers: [{ provide: PublicUrl, useValue: new PublicUrl(publicUrl, isPublicUrlSet) }],
      exports: [PublicUrl],
    };
  }
}
