import { Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTab, useTabs } from '../../app/tabs/tabs.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { t } from '../../phrase/index.ts';
import { PutOnHome } from '../../list/report/PutOnHome.tsx';
import { ReportBuilder, puttingTogether } from '../../list/report/ownReport.tsx';
import {
  ownSubjects,
  subjectOf,
  subjectWords,
  useSubjects,
} from '../../list/report/ownSubjects.tsx';
import type { Own, Subject } from '../../list/report/ownSubjects.tsx';
import { Report } from '../../list/report/reportPage.tsx';
import type { ListState } from '../../list/useList.ts';

/** A report that its reader puts together; where a subject's own pages are not for them, it is not offered. */
export default function OwnReport(): ReactNode {
  const { page, query } = useTab();
  const { replace } = useTabs();
  const offered = useSubjects();
  const phone = usePhone();
  const chosen = subjectOf(query.get('subject'));
  const subject = offered.find((one) => one === chosen) ?? offered[0] ?? 'sold';
  const switching = {
    'aria-label': t('own.subject'),
    value: subject,
    options: offered.map((one) => ({ value: one, label: t(subjectWords[one]) })),
    // In the address, so that it is there again when the page is.
    onChange: (next: Subject) => replace(`${page.url}?subject=${next}`),
  };
  const switcher = phone ? (
    <Select<Subject> {...switching} />
  ) : (
    <Segmented<Subject> {...switching} />
  );
  return <Built key={`${subject} ${query.toString()}`} subject={subject} switcher={switcher} />;
}

function Built({
  subject,
  switcher,
}: {
  readonly subject: Subject;
  readonly switcher: ReactNode;
}): ReactNode {
  const definition = ownSubjects[subject];
  const draw = (list: ListState<Own>): ReactNode => (
    <ReportBuilder
      list={list}
      table={definition.table}
      subject={switcher}
      acts={<PutOnHome subject={subject} list={list} />}
    />
  );
  return <Report {...definition} built={{ by: puttingTogether, draw }} />;
}
