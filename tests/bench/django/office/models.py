from django.db import models


class Station(models.Model):
    STATES = [(0, "启用"), (10, "停用"), (100, "撤销")]
    KINDS = [(1, "普通"), (2, "首末站"), (3, "枢纽"), (4, "场站"), (5, "其他")]

    code = models.CharField("站点编号", max_length=20, unique=True)
    name = models.CharField("站点名称", max_length=64, db_index=True)
    state = models.IntegerField("状态", choices=STATES)
    kind = models.IntegerField("种类", choices=KINDS)
    road = models.CharField("所在道路", max_length=64, blank=True)
    lng = models.FloatField("经度")
    lat = models.FloatField("纬度")
    updated_at = models.DateTimeField("更新时间")

    class Meta:
        db_table = "station"
        verbose_name = verbose_name_plural = "站点"

    def __str__(self):
        return self.name
