import { HomeOutlined } from '@ant-design/icons';
import type { TableDeclaration } from '@tradehouse/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { getNotices } from '../../app/notices.ts';
import { t } from '../../phrase/index.ts';
import { useHomeReports } from './homeReports.ts';
import type { HomeReport } from './homeReports.ts';
import { viewFromList } from '../listView.ts';
import type { CustomReportTableName } from './ownSubjects.tsx';
import type { ListState } from '../useList.ts';

/** Maximum number of reports: each is a query when the home page opens. */
const MOST = 4;

const isSameHomeReport = (one: HomeReport, other: HomeReport): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Adds a report in its present state to the home page, or removes it. */
export function PutOnHome<T extends TableDeclaration>({
  subject,
  list,
}: {
  readonly subject: CustomReportTableName;
  readonly list: ListState<T>;
}): ReactNode {
  const [reports, change] = useHomeReports();
  const { search } = viewFromList(list);
  const current: HomeReport = { subject, search };
  const isThere = reports.some((one) => isSameHomeReport(one, current));
  const press = (): void => {
    if (isThere) return change(reports.filter((one) => !isSameHomeReport(one, current)));
    if (reports.length >= MOST)
      return void getNotices().message.warning(t('own.homeFull', { most: MOST }));
    change([...reports, current]);
    return void getNotices().message.success(t('own.onHome'));
  };
  return (
    <Button icon={<HomeOutlined aria-hidden />} aria-pressed={isThere} onClick={press}>
      {t('own.home')}
    </Button>
  );
}
