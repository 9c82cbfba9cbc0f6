import { recordPrinting } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { language } from '../app/session/language.ts';
import { useSettings } from '../app/settings/settings.ts';
import { t } from '../phrase/index.ts';
import { differencesContent, differencesTemplate } from './differences.ts';
import type { Differences } from './differences.ts';
import { OnePaper } from './OnePaper.tsx';

interface Props {
  readonly differences: Differences;
  readonly onClose: () => void;
}

/** Previews the differences between ordered and received goods for printing. */
export function DifferencesDialog({ differences, onClose }: Props): ReactNode {
  const settings = useSettings();
  const [printedAt] = useState(() => new Date().toISOString());
  const template = useMemo(() => differencesTemplate(), []);
  const pieces = useMemo(() => {
    const content = differencesContent(differences, { settings, language, printedAt });
    return [{ content, template, logo: '', code: '' }];
  }, [differences, settings, printedAt, template]);
  const { id, number } = differences;
  return (
    <OnePaper
      title={`${t('tally.differences')} ${number}`}
      pieces={pieces}
      template={template}
      record={() => callEndpoint(recordPrinting, { kind: 'purchaseOrder', ids: id, paper: 'a4' })}
      onClose={onClose}
    />
  );
}
