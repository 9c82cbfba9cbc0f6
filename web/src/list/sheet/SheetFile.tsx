import { DownloadOutlined } from '@ant-design/icons';
import type { SheetId } from '@tradehouse/contract';
import { sheetTemplate } from '@tradehouse/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { downloadFile, saveFile } from '../../app/net/client.ts';
import { language } from '../../app/session/language.ts';
import { t } from '../../phrase/index.ts';
import { toFileNameStamp } from '../exportRows.ts';

/** Downloads a spreadsheet through the browser; the client shows errors. */
export async function fetchSheet(
  path: string,
  input: object,
  { title, dated = false }: { readonly title: string; readonly dated?: boolean },
): Promise<void> {
  try {
    const name = dated ? `${title}_${toFileNameStamp(new Date())}` : title;
    saveFile(await downloadFile(path, input), `${name}.xlsx`);
  } catch {
    // Said already.
  }
}

const other = language === 'en' ? 'zh-cn' : 'en';

/** Downloads sheets with correct headings: empty in either language, or with existing records. */
export function SheetTemplates({ sheet }: { readonly sheet: SheetId }): ReactNode {
  const title = t(`sheet.title.${sheet}`);
  const get =
    (input: object, dated = false) =>
    () =>
      void fetchSheet(sheetTemplate.path, { sheet, ...input }, { title, dated });
  return (
    <div className="sheet-templates">
      <Button type="link" icon={<DownloadOutlined aria-hidden />} onClick={get({ language })}>
        {t('sheet.template')}
      </Button>
      <Button type="link" onClick={get({ language: other })}>
        {t('sheet.templateOther')}
      </Button>
      <Button type="link" onClick={get({ language, filled: true }, true)}>
        {t('sheet.present')}
      </Button>
    </div>
  );
}
