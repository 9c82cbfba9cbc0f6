import { Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTab, useTabActions } from '../app/tabs/tabs.ts';
import { usePhone } from '../app/theme/useMedia.ts';
import { t } from '../phrase/index.ts';
import { PutOnHome } from '../list/report/PutOnHome.tsx';
import { ReportBuilder, puttingTogether } from '../list/report/ownReport.tsx';
import {
  ownSubjects,
  subjectOfCustomReport,
  subjectWords,
  useSubjects,
} from '../list/report/ownSubjects.tsx';
import type { CustomReportTable, CustomReportTableName } from '../list/report/ownSubjects.tsx';
import { Report } from '../list/report/reportPage.tsx';
import type { ListState } from '../list/useList.ts';

/** Page of custom reports; omits subjects closed to the user. */
export default function OwnReport(): ReactNode {
  const { page, query } = useTab();
  const { replace } = useTabActions();
  const offered = useSubjects();
  const phone = usePhone();
  const chosen = subjectOfCustomReport(query.get('subject'));
  const subject = offered.find((one) => one === chosen) ?? offered[0] ?? 'sold';
  const switching = {
    'aria-label': t('own.subject'),
    value: subject,
    options: offered.map((one) => ({ value: one, label: t(subjectWords[one]) })),
    // Stored in the address, so that a reload restores the choice.
    onChange: (next: CustomReportTableName) => replace(`${page.url}?subject=${next}`),
  };
  const switcher = phone ? (
    <Select<CustomReportTableName> {...switching} />
  ) : (
    <Segmented<CustomReportTableName> {...switching} />
  );
  return <Built key={`${subject} ${query.toString()}`} subject={subject} switcher={switcher} />;
}

function Built({
  subject,
  switcher,
}: {
  readonly subject: CustomReportTableName;
  readonly switcher: ReactNode;
}): ReactNode {
  const definition = ownSubjects[subject];
  const draw = (list: ListState<CustomReportTable>): ReactNode => (
    <ReportBuilder
      list={list}
      table={definition.table}
      subject={switcher}
      acts={<PutOnHome subject={subject} list={list} />}
    />
  );
  return <Report {...definition} built={{ by: puttingTogether, draw }} />;
}
