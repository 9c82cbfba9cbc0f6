import { DatabaseError, codeOf } from '@tradehouse/database';
import { BuildError } from './build.ts';
import { SettingError } from './settings.ts';

const UNDEFINED_TABLE = '42P01';

/**
 * Explains a failure to an operator: one sentence if expected, everything for a defect. @param port the
 * requested port
 */
export function explainStartFailure(error: unknown, port: number): string {
  if (
    error instanceof DatabaseError ||
    error instanceof BuildError ||
    error instanceof SettingError
  ) {
    return error.message;
  }
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    const taken = Number(Reflect.get(Object(error), 'port') ?? port);
    const name = taken === port ? 'PORT' : 'METRICS_PORT';
    return `Port ${taken} is in use by another program: stop it, or set ${name} to a free one.`;
  }
  if (code === UNDEFINED_TABLE) return 'The database has no company yet: run npm start first.';
  if (code === 'EACCES' && error instanceof Error && Reflect.get(error, 'syscall') === 'listen') {
    return `Port ${port} may not be opened by this user: set PORT to 1024 or more.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The address to open in a browser on this machine. */
export function localAddressOf(port: number, basePath: string): string {
  return `http://localhost:${port}${basePath === '/' ? '/' : `${basePath}/`}`;
}
