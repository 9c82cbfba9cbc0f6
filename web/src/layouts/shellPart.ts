import type { ComponentType } from 'react';
import { lazy } from 'react';
import { createLazyPart } from '../app/net/apart.tsx';
import { createChunkLoader, createChunkPartLoader } from '../app/net/chunks.ts';
import { language } from '../app/session/language.ts';
import { importPhrases, setPhrases } from '../phrase/index.ts';

interface ShellFile {
  readonly Shell: ComponentType;
}

/** Host of messages, notices and questions; its large library loads apart from the sign-in page. */
export const noticesHost = createLazyPart(
  createChunkPartLoader(
    () => import('./NoticesHost.tsx'),
    (file) => file.NoticesHost,
  ),
);

/** Page of an error: its pictures are large. */
export const LazyExceptionPage = lazy(
  createChunkPartLoader(
    () => import('../control/ExceptionPage.tsx'),
    (file) => file.ExceptionPage,
  ),
);

/**
 * A file of the shell for each language. Pages import what both files share, but neither file: a file that
 * is fetched again at another address has no second copy.
 */
const importShell = createChunkPartLoader(
  (): Promise<ShellFile> =>
    language === 'en' ? import('./ShellEnglish.ts') : import('./ShellChinese.ts'),
  (file) => file.Shell,
);
const importLanguage = createChunkLoader(() => importPhrases(language));

/**
 * Code and phrases behind the sign-in, in separate files fetched together during the wait for the sign-in's
 * reply.
 */
export const shell = createLazyPart(async () => {
  const [file, phrases] = await Promise.all([importShell(), importLanguage(), noticesHost.load()]);
  setPhrases(phrases);
  return file;
});
