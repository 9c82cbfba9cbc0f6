import { Button } from 'antd';
import type { ReactNode } from 'react';
import { saveWorkbook } from '../../app/net/workbook.ts';
import { FileButton } from '../../control/FileButton.tsx';
import { t } from '../../phrase/index.ts';

interface Props {
  /** What the button says. */
  readonly label: string;
  /** The headings that are understood. */
  readonly titles: () => readonly string[];
  readonly busy?: boolean;
  readonly onFile: (file: File) => void;
}

/** Rows from the file of a spreadsheet, and an empty one with the headings that are understood. */
export const SheetFile = ({ label, titles, busy = false, onFile }: Props): ReactNode => (
  <>
    <FileButton label={label} accept=".xlsx,.ods,.csv,.txt,.tsv" busy={busy} onFile={onFile}>
      {label}
    </FileButton>
    <Button type="link" onClick={() => void saveWorkbook(t('editor.import.template'), [titles()])}>
      {t('editor.import.template')}
    </Button>
  </>
);
