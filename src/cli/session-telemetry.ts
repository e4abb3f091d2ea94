import { openSessionLog } from '../backends/index.ts';
import { createTelemetry, type Telemetry } from '../calling/index.ts';
import { errorMessage } from '../errors.ts';
import type { LoadedConfig } from '../gateway/index.ts';
import type { CliIo } from './io.ts';
import { printWarning } from './warnings.ts';

/** The session log that a configuration asks for; undefined where it asks for none. Nothing leaves this machine. */
export function openSessionTelemetry({ telemetry }: LoadedConfig, io: CliIo): Telemetry | undefined {
  if (telemetry.log === undefined) return undefined;
  return createTelemetry({
    sinks: [openSessionLog({ path: telemetry.log }).sink],
    content: telemetry.content,
    onSinkError: (error) => printWarning(io, errorMessage(error)),
  });
}
