"""The least that a Python add-in of Calc can do: TRIVIAL(range) takes the values of a range and answers 1.

A yardstick: what it takes, LibreOffice and UNO take. Packed as an extension of its own by `trivial_extension`.
"""

import unohelper
from com.sun.star.lang import Locale, XServiceInfo, XServiceName
from com.sun.star.sheet import XAddIn
from org.xltiebreaktrivial import XTrivial

ADDIN = "org.xltiebreaktrivial.AddIn"


class AddIn(unohelper.Base, XAddIn, XServiceName, XServiceInfo, XTrivial):
    def __init__(self, context, *arguments):
        self.locale = Locale("en", "US", "")

    def trivial(self, table):
        return ((1.0,),)

    def getProgrammaticFuntionName(self, display):
        return "trivial" if display == "TRIVIAL" else ""

    def getDisplayFunctionName(self, programmatic):
        return "TRIVIAL"

    def getFunctionDescription(self, programmatic):
        return "1"

    def getDisplayArgumentName(self, programmatic, index):
        return "table"

    def getArgumentDescription(self, programmatic, index):
        return "a range"

    def getProgrammaticCategoryName(self, programmatic):
        return "Add-In"

    def getDisplayCategoryName(self, programmatic):
        return "Add-In"

    def setLocale(self, locale):
        self.locale = locale

    def getLocale(self):
        return self.locale

    def getServiceName(self):
        return ADDIN

    def getImplementationName(self):
        return ADDIN

    def supportsService(self, name):
        return name in self.getSupportedServiceNames()

    def getSupportedServiceNames(self):
        return (ADDIN, "com.sun.star.sheet.AddIn")


g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(AddIn, ADDIN, (ADDIN, "com.sun.star.sheet.AddIn"))
