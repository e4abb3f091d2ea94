import { type Logger, pino } from 'pino';

export type { Logger };

/** Levels of the gateway's log, quietest first. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * JSON lines on stderr: stdout belongs to the protocol. Written synchronously, because the last lines before an exit
 * are the ones that matter. Callers never pass argument values, header values or environment values to it.
 */
export function createLogger(level: LogLevel): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
}

/** A logger that writes nothing, for library use and tests. */
export function silentLogger(): Logger {
  return pino({ level: 'silent' });
}
