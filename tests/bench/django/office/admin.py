from django.contrib import admin

from .models import Station


@admin.register(Station)
class StationAdmin(admin.ModelAdmin):
    list_display = ["code", "name", "state", "kind", "road", "lng", "lat", "updated_at"]
    list_filter = ["state", "kind"]
    search_fields = ["code", "name"]
    ordering = ["code"]
    list_per_page = 50
