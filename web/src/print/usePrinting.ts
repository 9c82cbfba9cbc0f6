import type {
  documentsToPrint,
  PhraseLanguage,
  PrintPaper,
  PrintTemplate,
  ReplyOf,
} from '@tradehouse/contract';
import { defaultTemplate, usualPaper } from '@tradehouse/contract';
import type { KindCode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { language } from '../app/session/language.ts';
import { usePreference } from '../app/settings/preferences.ts';
import { useSettings } from '../app/settings/settings.ts';
import { codePicture } from './codes.ts';
import { contentOfDocument } from './content.ts';
import type { PrintPiece } from './parts.tsx';

export type Printing = ReplyOf<typeof documentsToPrint>;

/** The paper this user printed a kind on last, and how to choose another. */
export function usePaper(code: KindCode): readonly [PrintPaper, (paper: PrintPaper) => void] {
  const [papers, setPapers] = usePreference<Readonly<Partial<Record<KindCode, PrintPaper>>>>(
    'print.papers',
    {},
  );
  return [papers[code] ?? usualPaper(code), (paper) => setPapers({ ...papers, [code]: paper })];
}

/** Returns the company's template of a kind and paper, or the built-in. */
export const printTemplateOf = (
  templates: Printing['templates'] | undefined,
  code: KindCode,
  paper: PrintPaper,
): PrintTemplate =>
  templates?.find((one) => one.paper === paper)?.template ?? defaultTemplate(code, paper);

/** Returns the template of a kind and paper, stable until changed. */
export const useTemplate = (
  templates: Printing['templates'] | undefined,
  code: KindCode,
  paper: PrintPaper,
): PrintTemplate =>
  useMemo(() => printTemplateOf(templates, code, paper), [templates, code, paper]);

/** Returns documents prepared by a template; null until the codes are drawn. */
export function usePieces(
  printing: Printing | undefined,
  template: PrintTemplate,
): readonly PrintPiece[] | null {
  const settings = useSettings();
  const [printedAt] = useState(() => new Date().toISOString());
  const { code } = template.header;
  const numbers = printing?.documents.map(({ number }) => number) ?? [];
  const { data: codes } = useQuery({
    queryKey: ['printCodes', code, ...numbers],
    queryFn: () =>
      Promise.all(numbers.map((number) => (code === 'none' ? '' : codePicture(code, number)))),
    enabled: printing !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    if (printing === undefined || codes === undefined) return null;
    const reader: PhraseLanguage = language;
    const options = { template, settings, language: reader, printedAt };
    return printing.documents.map((document, at) => ({
      content: contentOfDocument(document, options),
      template,
      logo: printing.logo,
      code: codes[at] ?? '',
    }));
  }, [printing, codes, template, settings, printedAt]);
}
