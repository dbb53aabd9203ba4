-- What this release brings, on everybody's homepage; an operator who has a 0.2.0 of their own keeps it.
insert into update_log (log_id, log_version, log_date, title, body, created_by, updated_by)
select '01a22db00000000000000000000002aa', '0.2.0', '2026-11-30', '查找、手册、看板和深色页面',
  E'- **边输入边找**：按 Ctrl K，找资料、页面和要做的事，例如“新增车辆”“编辑 1001”“1路 站点”\n'
  '- **使用手册**：每一页右上角的“帮助”打开讲它的那一段；[全部内容](/help)\n'
  '- **看板**：首页旁边的[车队](/homepage/fleet)、[线网](/homepage/network)、[语音与下发](/homepage/voice)，每个数字都能点开\n'
  '- **深色页面**：在[个性化配置](/personal-settings)选择，夜班看着不刺眼\n'
  '- **报站从头到尾**：[文件管理](/voice/file-management)的“下一步”从新建文件带到下发；没有人听过的文件不能下发\n'
  '- **导入**：别的系统导出的表也能读，先说读懂了什么，导入以后可以整批撤销\n'
  '- 新增以后可以“保存并再新增”，并提示下一步', 'system', 'system'
where not exists (select from update_log where lower(log_version) = '0.2.0' and deleted_at is null);
