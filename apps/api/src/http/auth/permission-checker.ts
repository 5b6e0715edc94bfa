import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/internal';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { OPERATION_METADATA } from '../../docs/operation.decorator.js';

/** Prevents the start if a route declares no permission. */
@Injectable()
export class PermissionChecker implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    for (const { metatype } of this.discovery.getControllers()) {
      const prototype = (metatype?.prototype ?? {}) as Record<string, object>;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name] ?? {};
        if (
          Reflect.hasMetadata(PATH_METADATA, handler) &&
          !Reflect.hasMetadata(OPERATION_METADATA, handler)
        ) {
          throw new Error(`The route ${metatype?.name}.${name} declares no permission; use @Operation`);
        }
      }
    }
  }
}
