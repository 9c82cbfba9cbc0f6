import { Button } from 'antd';
import type { ReactNode } from 'react';
import { saveWorkbook } from '../../app/net/workbook.ts';
import { t } from '../../phrase/index.ts';

/** Downloads an empty spreadsheet with the recognized headings. */
export const TemplateLink = ({
  titles,
}: {
  readonly titles: () => readonly string[];
}): ReactNode => (
  <Button type="link" onClick={() => void saveWorkbook(t('editor.import.template'), [titles()])}>
    {t('editor.import.template')}
  </Button>
);
