import type { ReactNode } from 'react';
import { FileButton } from '../../control/FileButton.tsx';
import { TemplateLink } from '../../control/importDialog/TemplateLink.tsx';

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
    <TemplateLink titles={titles} />
  </>
);
