"""A workbook with everything that filling could damage, most of which openpyxl drops.

XlsxWriter writes what it knows. The rest are parts made by hand in the form in which Excel writes them: threaded
comments, a slicer, a pivot table, custom XML, code of an Office add-in, a form control, a link to another workbook,
validations of the extended kind, printer settings, the calculation chain. The macros are a stub.

    python -m tests.workbook.torture FILE.xlsm
"""

from __future__ import annotations

import io
import struct
import sys
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import xlsxwriter
from openpyxl import load_workbook

__all__ = ["SHEET", "TABLE_RIGHT", "build"]

ROOT = Path(__file__).resolve().parents[2]
SHEET = "Группа Е"
"""The sheet with the table of the 1998 document in A1:M12; N and O are free next to it."""
TABLE_RIGHT = 12
"""Its last column, from 0."""

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MICROSOFT = "http://schemas.microsoft.com/office"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
X14 = f"{MICROSOFT}/spreadsheetml/2009/9/main"
X14AC = f"{MICROSOFT}/spreadsheetml/2009/9/ac"
X15 = f"{MICROSOFT}/spreadsheetml/2010/11/main"
XM = f"{MICROSOFT}/excel/2006/main"
THREADS = f"{MICROSOFT}/spreadsheetml/2018/threadedcomments"
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
LEGACY_COMMENT = "{6F5B0C0E-0000-4000-8000-000000000001}"
PERSON = "{6F5B0C0E-0000-4000-8000-000000000002}"


@dataclass(frozen=True)
class Part:
    """A part made by hand: its name, its content, its content type ("" where its extension says it), which part refers
    to it ("" the package itself), and as what."""

    name: str
    content: str | bytes
    content_type: str = ""
    source: str = ""
    identity: str = ""
    kind: str = ""


def build(path: Path, *, signed: bool = False) -> None:
    """Write the workbook; ``signed``: with a signature of its macros."""
    buffer = io.BytesIO()
    _with_xlsxwriter(buffer)
    with zipfile.ZipFile(buffer) as package:
        parts = {name.lstrip("/"): package.read(name) for name in package.namelist()}
    extra = [*PARTS, *([SIGNATURE] if signed else [])]
    for part in extra:
        content = part.content if isinstance(part.content, bytes) else (DECLARATION + part.content).encode()
        parts[part.name] = content
        if part.kind:
            _relate(parts, part)
    types = "".join(
        f'<Override PartName="/{part.name}" ContentType="{part.content_type}"/>' for part in extra if part.content_type
    )
    _replace(parts, "[Content_Types].xml", "</Types>", f"{types}</Types>")
    for replacement in REPLACED:
        _replace(parts, *replacement)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(zipfile.ZipInfo(name, (2026, 1, 2, 3, 4, 6)), content, zipfile.ZIP_DEFLATED)


def _replace(parts: dict[str, bytes], name: str, old: str, new: str) -> None:
    assert parts[name].count(old.encode()) == 1, f"{name}: {old}"
    parts[name] = parts[name].replace(old.encode(), new.encode())


def _relate(parts: dict[str, bytes], part: Part) -> None:
    folder, _, base = part.source.rpartition("/")
    name = f"{folder}/_rels/{base}.rels".lstrip("/")
    if name not in parts:
        parts[name] = (
            f'{DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            "</Relationships>"
        ).encode()
    target = f'<Relationship Id="{part.identity}" Type="{part.kind}" Target="/{part.name}"/>'
    _replace(parts, name, "</Relationships>", f"{target}</Relationships>")


def _with_xlsxwriter(buffer: io.BytesIO) -> None:
    book = xlsxwriter.Workbook(buffer, {"in_memory": True})
    book.add_vba_project(io.BytesIO(b"\x01 no macros"), is_stream=True)
    looks = {
        "heading": book.add_format({"bold": True, "border": 1, "bg_color": "#EEF2F8", "text_wrap": True}),
        "cell": book.add_format({"border": 1, "font_name": "Times New Roman"}),
        "points": book.add_format({"border": 1, "font_name": "Times New Roman", "num_format": "0.0"}),
    }
    sheet = book.add_worksheet(SHEET)
    data = book.add_worksheet("Данные")
    book.add_worksheet("Сводная")
    _table(sheet, looks)
    _formulas(book, sheet)
    _formats_and_checks(book, sheet)
    _objects(book, sheet)
    _page(sheet)
    data.write_column("A1", ["Тур", 1, 2, 3, 4])
    data.write_column("B1", ["Партии", 5, 5, 4, 5])
    data.add_table("D1:E4", {"name": "Судьи", "columns": [{"header": "Стол"}, {"header": "Судья"}]})
    data.write_column("D2", [1, 2, 3])
    data.add_table(
        "A1:B5",
        {"name": "Туры", "columns": [{"header": "Тур"}, {"header": "Партии"}], "style": "Table Style Light 9"},
    )
    chart = book.add_chart({"type": "column"})
    chart.add_series({"values": "=Данные!$B$2:$B$5", "categories": "=Данные!$A$2:$A$5"})
    book.add_chartsheet("График").set_chart(chart)
    book.set_custom_property("Главный судья", "Хан")
    book.set_properties({"title": "Дмитров 2008", "comments": "Открытый турнир"})
    book.close()


def _table(sheet: Any, looks: dict[str, Any]) -> None:
    original = load_workbook(ROOT / "tests/sheets/dmitrov2008.xlsx").active
    for r, row in enumerate(original.iter_rows(max_row=12, max_col=TABLE_RIGHT + 1, values_only=True)):
        for c, value in enumerate(row):
            look = looks["heading"] if r == 0 else looks["points"] if c == TABLE_RIGHT - 1 else looks["cell"]
            sheet.write(r, c, value, look)
    sheet.set_column(0, 0, 5)
    sheet.set_column(1, 1, 30)
    sheet.set_column(2, 16383, 9)
    sheet.set_row(0, 33)


def _formulas(book: Any, sheet: Any) -> None:
    sheet.write_formula("Q2", "=BUCHHOLZ(A1:M12,1)", None, 0)
    sheet.write_formula("Q3", '=CONCATENATE("a","b")', None, "ab")
    sheet.write_formula("Q4", "=1/0", None, "#DIV/0!")
    sheet.write_formula("Q5", "=TRUE()", None, "TRUE")
    sheet.write_array_formula("R2:R4", "{=L2:L4*2}", None, 15)
    sheet.write_dynamic_array_formula("S2:S4", "=_xlfn._xlws.SORT(L2:L4)", None, 6)
    sheet.write_number("S3", 6.5)
    sheet.write_dynamic_array_formula("T2", "=LAMBDA(x,x+1)(1)", None, 2)
    bold = book.add_format({"bold": True, "font_color": "red"})
    sheet.write_rich_string("B15", "Главный ", bold, "судья", " и ", bold, "секретарь")
    sheet.merge_range("B16:E16", "Подпись", book.add_format({"align": "center"}))
    sheet.write_url("B17", "https://example.org/", string="Сайт")
    sheet.write_string("C17", "=не формула")
    sheet.write_string("C18", "  _x000D_ \n два  ")
    book.define_name("BHL", "=_xlfn.LAMBDA(_xlpm.t,_xlfn.BYROW(_xlpm.t,_xlfn.LAMBDA(_xlpm.r,SUM(_xlpm.r))))")
    book.define_name("Таблица", f"='{SHEET}'!$A$1:$M$12")
    book.define_name(f"'{SHEET}'!Свой", f"='{SHEET}'!$L$2")


def _formats_and_checks(book: Any, sheet: Any) -> None:
    sheet.conditional_format("L2:L12", {"type": "data_bar", "data_bar_2010": True, "bar_solid": True})
    sheet.conditional_format("M2:M12", {"type": "icon_set", "icon_style": "3_arrows"})
    sheet.conditional_format("C2:K12", {"type": "3_color_scale"})
    red = book.add_format({"font_color": "#9C0006"})
    sheet.conditional_format("A2:M12", {"type": "formula", "criteria": "=$L2>7", "format": red})
    sheet.data_validation("C2:K12", {"validate": "list", "source": ["1w1", "1b0", "1w½"]})
    sheet.add_sparkline("O14", {"range": f"'{SHEET}'!C2:K2"})
    sheet.insert_checkbox("P14", True)
    sheet.ignore_errors({"number_stored_as_text": "A1:P20"})
    sheet.autofilter("A1:M12")
    sheet.freeze_panes(1, 2)


def _objects(book: Any, sheet: Any) -> None:
    picture = {"image_data": io.BytesIO(_png())}
    sheet.insert_image("B20", "logo.png", picture | {"description": "Логотип"})
    sheet.embed_image("C20", "cell.png", {"image_data": io.BytesIO(_png(3))})
    sheet.set_background(io.BytesIO(_png(2)))
    sheet.set_header("&L&G&RДмитров", {"image_left": "head.png", "image_data_left": io.BytesIO(_png())})
    sheet.insert_textbox("E20", "Приз зрительских симпатий", {"textlink": f"='{SHEET}'!$B$2"})
    sheet.insert_button("H20", {"macro": "Fill", "caption": "Заполнить"})
    sheet.write_comment("B2", "Победитель", {"author": "Судья"})
    sheet.write_comment("B3", "[Комментарий] Явился в третьем туре", {"author": f"tc={LEGACY_COMMENT}"})
    chart = book.add_chart({"type": "bar"})
    chart.add_series({"values": f"='{SHEET}'!$L$2:$L$12", "categories": f"='{SHEET}'!$B$2:$B$12"})
    sheet.insert_chart("B25", chart)


def _page(sheet: Any) -> None:
    sheet.protect("secret", {"format_cells": True})
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.repeat_rows(0)
    sheet.print_area("A1:P24")
    sheet.set_h_pagebreaks([40])
    sheet.fit_to_pages(1, 0)


def _png(size: int = 1) -> bytes:
    """A small grey picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"\x80" * size for _ in range(size))
    header = struct.pack(">2I5B", size, size, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


PARTS = [
    Part(
        "xl/threadedComments/threadedComment1.xml",
        f'<ThreadedComments xmlns="{THREADS}"><threadedComment ref="B3" dT="2026-01-02T03:04:05.00" personId="{PERSON}"'
        f' id="{LEGACY_COMMENT}"><text>Явился в третьем туре</text></threadedComment></ThreadedComments>',
        "application/vnd.ms-excel.threadedcomments+xml",
        "xl/worksheets/sheet1.xml",
        "rIdThreads",
        f"{MICROSOFT}/2017/10/relationships/threadedComment",
    ),
    Part(
        "xl/persons/person.xml",
        f'<personList xmlns="{THREADS}"><person displayName="Хан" id="{PERSON}" userId="khan" providerId="None"/>'
        "</personList>",
        "application/vnd.ms-excel.person+xml",
        "xl/workbook.xml",
        "rIdPersons",
        f"{MICROSOFT}/2017/10/relationships/person",
    ),
    Part(
        "xl/slicerCaches/slicerCache1.xml",
        f'<slicerCacheDefinition xmlns="{X14}" xmlns:mc="{MC}" mc:Ignorable="x" xmlns:x="{MAIN}" name="Срез_Тур" '
        'sourceName="Тур"><extLst><x:ext uri="{2F2917AC-EB37-4324-AD4E-5DD8C200BD13}" '
        f'xmlns:x15="{X15}"><x15:tableSlicerCache tableId="2" column="1"/></x:ext></extLst></slicerCacheDefinition>',
        "application/vnd.ms-excel.slicerCache+xml",
        "xl/workbook.xml",
        "rIdSlicerCache",
        f"{MICROSOFT}/2007/relationships/slicerCache",
    ),
    Part(
        "xl/slicers/slicer1.xml",
        f'<slicers xmlns="{X14}"><slicer name="Тур" cache="Срез_Тур" caption="Тур" rowHeight="241300"/></slicers>',
        "application/vnd.ms-excel.slicer+xml",
        "xl/worksheets/sheet1.xml",
        "rIdSlicer",
        f"{MICROSOFT}/2007/relationships/slicer",
    ),
    Part(
        "xl/pivotCache/pivotCacheDefinition1.xml",
        f'<pivotCacheDefinition xmlns="{MAIN}" xmlns:r="{OFFICE}" r:id="rId1" refreshOnLoad="1" recordCount="4">'
        '<cacheSource type="worksheet"><worksheetSource name="Туры"/></cacheSource><cacheFields count="2">'
        '<cacheField name="Тур" numFmtId="0"><sharedItems containsSemiMixedTypes="0" containsString="0" '
        'containsNumber="1" containsInteger="1" minValue="1" maxValue="4"/></cacheField>'
        '<cacheField name="Партии" numFmtId="0"><sharedItems containsSemiMixedTypes="0" containsString="0" '
        'containsNumber="1" containsInteger="1" minValue="4" maxValue="5"/></cacheField></cacheFields>'
        "</pivotCacheDefinition>",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.pivotCacheDefinition+xml",
        "xl/workbook.xml",
        "rIdPivotCache",
        f"{OFFICE}/pivotCacheDefinition",
    ),
    Part(
        "xl/pivotCache/pivotCacheRecords1.xml",
        f'<pivotCacheRecords xmlns="{MAIN}" count="4">'
        + "".join(f'<r><n v="{tour}"/><n v="{games}"/></r>' for tour, games in ((1, 5), (2, 5), (3, 4), (4, 5)))
        + "</pivotCacheRecords>",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.pivotCacheRecords+xml",
        "xl/pivotCache/pivotCacheDefinition1.xml",
        "rId1",
        f"{OFFICE}/pivotCacheRecords",
    ),
    Part(
        "xl/pivotTables/pivotTable1.xml",
        f'<pivotTableDefinition xmlns="{MAIN}" name="Сводная" cacheId="7" dataCaption="Значения" dataOnRows="1">'
        '<location ref="A3:B4" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/><pivotFields count="2">'
        '<pivotField showAll="0"/><pivotField dataField="1" showAll="0"/></pivotFields><dataFields count="1">'
        '<dataField name="Сумма" fld="1"/></dataFields></pivotTableDefinition>',
        "application/vnd.openxmlformats-officedocument.spreadsheetml.pivotTable+xml",
        "xl/worksheets/sheet3.xml",
        "rIdPivot",
        f"{OFFICE}/pivotTable",
    ),
    Part(
        "xl/pivotTables/_rels/pivotTable1.xml.rels",
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
        f'Type="{OFFICE}/pivotCacheDefinition" Target="../pivotCache/pivotCacheDefinition1.xml"/></Relationships>',
    ),
    Part(
        "customXml/item1.xml",
        '<event xmlns="urn:example:event"><place>Дмитров</place></event>',
        source="xl/workbook.xml",
        identity="rIdCustom",
        kind=f"{OFFICE}/customXml",
    ),
    Part(
        "customXml/itemProps1.xml",
        '<ds:datastoreItem ds:itemID="{6F5B0C0E-0000-4000-8000-000000000003}" '
        'xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"/>',
        "application/vnd.openxmlformats-officedocument.customXmlProperties+xml",
        "customXml/item1.xml",
        "rId1",
        f"{OFFICE}/customXmlProps",
    ),
    Part(
        "xl/webextensions/taskpanes.xml",
        f'<wetp:taskpanes xmlns:wetp="{MICROSOFT}/webextensions/taskpanes/2010/11"><wetp:taskpane dockstate="right" '
        f'visibility="0" width="350" row="4"><wetp:webextensionref xmlns:r="{OFFICE}" r:id="rId1"/></wetp:taskpane>'
        "</wetp:taskpanes>",
        "application/vnd.ms-office.webextensiontaskpanes+xml",
        "",
        "rIdTaskpanes",
        f"{MICROSOFT}/2011/relationships/webextensiontaskpanes",
    ),
    Part(
        "xl/webextensions/webextension1.xml",
        f'<we:webextension xmlns:we="{MICROSOFT}/webextensions/webextension/2010/11" id="wa200008175">'
        '<we:reference id="wa200008175" version="1.0.0.0" store="en-US" storeType="OMEX"/><we:properties>'
        '<we:property name="main.py" value="&quot;def f():\\n    return 1&quot;"/></we:properties></we:webextension>',
        "application/vnd.ms-office.webextension+xml",
        "xl/webextensions/taskpanes.xml",
        "rId1",
        f"{MICROSOFT}/2011/relationships/webextension",
    ),
    Part(
        "xl/ctrlProps/ctrlProp1.xml",
        f'<formControlPr xmlns="{X14}" objectType="CheckBox" checked="Checked" lockText="1"/>',
        "application/vnd.ms-excel.controlproperties+xml",
        "xl/worksheets/sheet1.xml",
        "rIdControl",
        f"{OFFICE}/ctrlProp",
    ),
    Part(
        "xl/printerSettings/printerSettings1.bin",
        b"P\0r\0i\0n\0t\0e\0r\0",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.printerSettings",
        "xl/worksheets/sheet1.xml",
        "rIdPrinter",
        f"{OFFICE}/printerSettings",
    ),
    Part(
        "xl/externalLinks/externalLink1.xml",
        f'<externalLink xmlns="{MAIN}"><externalBook xmlns:r="{OFFICE}" r:id="rId1"><sheetNames><sheetName '
        'val="Лист1"/></sheetNames></externalBook></externalLink>',
        "application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml",
        "xl/workbook.xml",
        "rIdExternal",
        f"{OFFICE}/externalLink",
    ),
    Part(
        "xl/externalLinks/_rels/externalLink1.xml.rels",
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
        f'Type="{OFFICE}/externalLinkPath" Target="other.xlsx" TargetMode="External"/></Relationships>',
    ),
    Part(
        "xl/calcChain.xml",
        f'<calcChain xmlns="{MAIN}">'
        + "".join(f'<c r="{cell}" i="1"/>' for cell in ("Q2", "Q3", "Q4", "Q5", "R2", "S2", "T2"))
        + "</calcChain>",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml",
        "xl/workbook.xml",
        "rIdChain",
        f"{OFFICE}/calcChain",
    ),
]

SIGNATURE = Part(
    "xl/vbaProjectSignature.bin",
    b"\x01 no signature",
    "application/vnd.ms-office.vbaProjectSignature",
    "xl/vbaProject.bin",
    "rId1",
    f"{MICROSOFT}/2006/relationships/vbaProjectSignature",
)

CONTROL = (
    f'<mc:AlternateContent xmlns:mc="{MC}"><mc:Choice Requires="x14"><controls><mc:AlternateContent><mc:Choice '
    f'Requires="x14"><control shapeId="1030" r:id="rIdControl" name="Флажок 6"><controlPr defaultSize="0" autoFill="0">'
    '<anchor moveWithCells="1"><from><xdr:col>9</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>19</xdr:row>'
    "<xdr:rowOff>0</xdr:rowOff></from><to><xdr:col>10</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>20</xdr:row>"
    "<xdr:rowOff>0</xdr:rowOff></to></anchor></controlPr></control></mc:Choice></mc:AlternateContent></controls>"
    "</mc:Choice></mc:AlternateContent>"
)
VALIDATIONS = (
    f'<ext xmlns:x14="{X14}" uri="{{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}}"><x14:dataValidations xmlns:xm="{XM}" '
    'count="1"><x14:dataValidation type="list" allowBlank="1"><x14:formula1><xm:f>Данные!$A$2:$A$5</xm:f>'
    "</x14:formula1><xm:sqref>N1:N12</xm:sqref></x14:dataValidation></x14:dataValidations></ext>"
)
SLICERS = (
    f'<ext xmlns:x15="{X15}" uri="{{3A4CF648-6AED-40f4-86FF-DC5316D8AED3}}"><x14:slicerList xmlns:x14="{X14}">'
    '<x14:slicer r:id="rIdSlicer"/></x14:slicerList></ext>'
)
EXTERNAL = '<externalReferences><externalReference r:id="rIdExternal"/></externalReferences>'
WORKBOOK_END = (
    '<pivotCaches><pivotCache cacheId="7" r:id="rIdPivotCache"/></pivotCaches><extLst><ext '
    f'uri="{{46BE6895-7355-4a93-B00E-2C351335B9C9}}" xmlns:x15="{X15}"><x15:slicerCaches xmlns:x14="{X14}">'
    '<x14:slicerCache r:id="rIdSlicerCache"/></x15:slicerCaches></ext></extLst>'
)
EXTENDED = 'uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}"'
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
REPLACED = [
    ("xl/worksheets/sheet1.xml", ' mc:Ignorable="', f' xmlns:xdr="{DRAWING}" xmlns:x14="{X14}" mc:Ignorable="'),
    ("xl/worksheets/sheet1.xml", '</row><row r="15"', "</row><!-- <row r='99'> --><?app </sheetData>?>\n<row r='15'"),
    ("xl/worksheets/sheet1.xml", 'orientation="landscape"', 'orientation="landscape" r:id="rIdPrinter"'),
    ("xl/worksheets/sheet1.xml", f'<extLst><ext xmlns:x14="{X14}" {EXTENDED}', f"{CONTROL}<extLst><ext {EXTENDED}"),
    ("xl/worksheets/sheet1.xml", "</extLst></worksheet>", f"{VALIDATIONS}{SLICERS}</extLst></worksheet>\n<!-- end -->"),
    ("xl/workbook.xml", "<definedNames>", EXTERNAL + "<definedNames>"),
    ("xl/workbook.xml", "</workbook>", WORKBOOK_END + "</workbook>"),
    ("xl/workbook.xml", '<calcPr calcId="124519" fullCalcOnLoad="1"/>', '<calcPr calcId="191029"/>'),
]
"""Part, what stands in it once, and what stands there instead; the last as Excel itself writes it."""


if __name__ == "__main__":
    build(Path(sys.argv[1]))
