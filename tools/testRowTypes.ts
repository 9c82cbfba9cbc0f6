import { afterEach } from 'vitest';
import { watchRows, type WatchedRows } from './statements/watchRows.ts';
import { readSourcesBelow } from './tidy/sources.ts';
import { isTestFile } from './tidy/syntax.ts';

// The compiler believes the row type of sql<Type>`…`. Here every row read by a test is compared with the
// declared type; the test that first reads another row fails.

const KEY = Symbol.for('tradehouse.rowTypes');
// SAFETY: nothing else stands under this key; test files share a worker, where rows are watched once.
const shared = globalThis as unknown as { [KEY]?: WatchedRows };
const { faults } = (shared[KEY] ??= watchRows(() =>
  ['server/src', 'database/src', 'contract/src', 'domain/src']
    .flatMap((folder) => readSourcesBelow(folder, ['.ts']))
    .filter(({ path }) => !isTestFile(path)),
));

afterEach(() => {
  const found = faults.splice(0);
  if (found.length > 0) throw new Error(found.join('\n'));
});
